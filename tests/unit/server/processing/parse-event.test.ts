import { describe, expect, it } from 'vitest'
import { parseEvent } from '../../../../server/processing/parse-event.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => bytes(`{"extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)

describe('parseEvent()', () => {
  it('takes JSON that is nested 64 deep', () => {
    expect(parseEvent(nested(64))).toHaveProperty('extra')
  })

  it.each([65, 10_000, 500_000])('refuses JSON that is nested %d deep', (depth) => {
    expect(() => parseEvent(nested(depth))).toThrow('Cannot read event: JSON is nested deeper than 64')
  })

  it.each(['', '[]', '"text"', 'null', '7'])('refuses %j, which is no object', (text) => {
    expect(() => parseEvent(bytes(text))).toThrow(/^Cannot read event: it is not (JSON|a JSON object)$/)
  })

  it('takes 1 MiB and refuses a byte more', () => {
    const event = (length: number) => bytes(`{"a":"${'x'.repeat(length - 8)}"}`)
    expect(() => parseEvent(event(1_048_576))).not.toThrow()
    expect(() => parseEvent(event(1_048_577))).toThrow(
      expect.objectContaining({ status: 413, reason: 'too_large' }),
    )
  })

  it('takes bytes that are no UTF-8 for what they are', () => {
    const event = Uint8Array.from([...bytes('{"message":"'), 0xff, ...bytes('"}')])
    expect(parseEvent(event)).toEqual({ message: '\ufffd' })
  })
})
