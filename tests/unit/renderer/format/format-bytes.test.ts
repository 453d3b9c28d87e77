import { expect, it } from 'vitest'
import { formatBytes } from '#renderer/format/format-bytes.ts'

it.each([
  [0, '0 B'],
  [940, '940 B'],
  [999.6, '1 kB'],
  [12_430, '12.4 kB'],
  [999_600, '1 MB'],
  [651_313_152, '651 MB'],
  [3_000_000_000, '3 GB'],
  [5e15, '5000 TB'],
  [-1, '0 B'],
  [Number.NaN, 'unknown'],
])('formatBytes(%d)', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
