import { expect, it } from 'vitest'
import { fromOtelLog } from '#server/processing/items/otel-log.ts'

it('leaves out a number that can’t become one', () => {
  const log = {
    time_unix_nano: { toString: 0 },
    timestamp: 1_790_000_000,
    body: 'no stock',
    attributes: [{ key: 'cart', value: { intValue: { valueOf: 1, toString: 1 } } }],
  }
  expect(fromOtelLog(log)).toMatchObject({
    timestamp: 1_790_000_000,
    body: 'no stock',
    attributes: { cart: { value: Number.NaN } },
  })
})
