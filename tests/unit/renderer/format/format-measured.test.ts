import { expect, it } from 'vitest'
import { formatMeasured, unitName } from '#renderer/format/format-measured.ts'

it.each([
  [0.184, 's', '184 ms'],
  [12.4, 'millisecond', '12 ms'],
  [0.00002, 's', '20 µs'],
  [-2, 's', '−2.0 s'],
  [12_400, 'By', '12.4 kB'],
  [3, 'MiBy', '3.1 MB'],
  [-1_500, 'byte', '−1.5 kB'],
  [62.456, '%', '62.5 %'],
  [0.625, 'ratio', '62.5 %'],
  [2_418, '{order}', '2,418'],
  [0.12345, '', '0.123'],
  [-7.5, '', '−7.5'],
  [1_250_000, 'constructor', '1.3M'],
])('%s in %s is %s', (value, unit, text) => {
  expect(formatMeasured(value, unit)).toBe(text)
})

it('a unit has a name where the number does not say it', () => {
  expect(['{order}', 's', 'By', '%', '1', '', 'none', 'Cel'].map(unitName)).toEqual([
    ...['order', '', '', '', '', '', '', 'Cel'],
  ])
})
