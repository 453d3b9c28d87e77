import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aTransaction } from '#tests/support/builders/sample-traces.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const event = { event_id: 'a'.repeat(32), message: 'hello', platform: 'python' }
/** As raven 2.6 writes it: base64 of zlib. */
const packed = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64')

describe('a body for /store/', () => {
  it.each([
    ['JSON', JSON.stringify(event)],
    ['JSON behind blanks', `\n  ${JSON.stringify(event)}`],
    ["raven's packing", packed(event)],
    ["raven's packing with a line break", `${packed(event)}\n`],
  ])('is an event in %s', (_name, body) => {
    const { answer, events, outcomes } = processBody('store', body)
    expect(answer).toEqual({ status: 200, id: 'a'.repeat(32) })
    expect(events.map(({ event }) => event.message)).toEqual(['hello'])
    expect(outcomes).toEqual([{ category: 'error', outcome: 'accepted', reason: '', quantity: 1 }])
  })

  it('may be a transaction', () => {
    const { spans, outcomes } = processBody('store', aTransaction([{ number: 2, parent: 1 }]).payload)
    expect(spans).toHaveLength(2)
    expect(outcomes).toMatchObject([{ category: 'transaction', outcome: 'accepted' }])
  })

  it.each([
    ['nothing', '', 400, 'Cannot read event: it is not JSON'],
    [
      'a list',
      '[]',
      400,
      'Cannot read event: it is neither JSON nor compressed JSON of at most 1048576 bytes',
    ],
    [
      'a text',
      'hello',
      400,
      'Cannot read event: it is neither JSON nor compressed JSON of at most 1048576 bytes',
    ],
    ['a packed list', packed([]), 400, 'Cannot read event: it is not a JSON object'],
    ['a bomb', packed('x'.repeat(9_000_000)), 400, /^Cannot read event: it is neither JSON nor compressed/],
    [
      'too much',
      `{"a":"${'x'.repeat(1_048_576)}"}`,
      413,
      'Cannot read event: it is larger than 1048576 bytes',
    ],
  ])('is refused and counted when it is %s', (_name, body, status, detail) => {
    const { answer, outcomes } = processBody('store', body)
    expect(answer).toEqual({ status, detail: expect.stringMatching(detail) })
    expect(outcomes).toMatchObject([{ category: 'error', outcome: 'invalid', quantity: 1 }])
  })
})
