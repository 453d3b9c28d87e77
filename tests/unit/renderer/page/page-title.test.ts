import { expect, it } from 'vitest'
import { titled } from '#renderer/page/page-title.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

const title = titled<() => { name: string }>(({ name }) => name)
const frame = aFrame({ path: '/', now: 0 })

it('names the page and the desk', () => {
  expect(title({ data: { page: { name: 'TypeError' }, frame } })).toBe('TypeError · Crumbtrail')
})

it('cuts a long name', () => {
  expect(title({ data: { page: { name: 'x'.repeat(500) }, frame } })).toHaveLength(
    80 + ' · Crumbtrail'.length,
  )
})

it('stands when the page failed before it had data', () => {
  expect(title({})).toBe('Crumbtrail')
  expect(title({ data: { page: undefined, frame } })).toBe('Crumbtrail')
})
