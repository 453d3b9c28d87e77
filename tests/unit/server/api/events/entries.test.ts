import { expect, it } from 'vitest'
import { toEventEntries } from '#server/api/events/entries.ts'
import { aggregateError } from '#tests/fixtures/exceptions/groups.ts'
import { payload } from '#tests/unit/server/api/a-stored-event.ts'

it('answers where an exception belongs in a group, with the names that Sentry gives', () => {
  const [entry] = toEventEntries({ ...payload, exception: { values: aggregateError } })
  expect(entry).toMatchObject({
    type: 'exception',
    data: {
      values: [
        { mechanism: { type: 'chained', exception_id: 3, parent_id: 0, source: 'errors[1]' } },
        { mechanism: { exception_id: 2, parent_id: 1, source: 'cause' } },
        { mechanism: { exception_id: 1, parent_id: 0, source: 'errors[0]' } },
        { mechanism: { exception_id: 0, is_exception_group: true } },
      ],
    },
  })
})
