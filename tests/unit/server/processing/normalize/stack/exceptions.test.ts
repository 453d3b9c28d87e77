import { expect, it } from 'vitest'
import { readLibraries } from '#server/processing/normalize/native/libraries.ts'
import { parseExceptions } from '#server/processing/normalize/stack/exceptions.ts'
import { Warnings } from '#server/processing/normalize/untrusted.ts'

const mechanismOf = (mechanism: object) => {
  const warnings = new Warnings()
  const source = { platform: 'python', libraries: readLibraries(undefined, warnings), warnings }
  return parseExceptions([{ type: 'E', mechanism }], source)[0]?.mechanism
}

it('keeps where an exception belongs among those of its event', () => {
  const sent = { type: 'chained', handled: false, exception_id: 5, source: 'exceptions[2]', parent_id: 0 }
  expect(mechanismOf(sent)).toEqual(sent)
  expect(mechanismOf({ type: 'x', is_exception_group: true })).toEqual({
    type: 'x',
    is_exception_group: true,
  })
})

it('leaves out ids that are no numbers, and groups that are none', () => {
  const odd = { type: 'x', exception_id: '5', parent_id: 1.5, source: {}, is_exception_group: false }
  expect(mechanismOf(odd)).toEqual({ type: 'x' })
})
