import { describe, expect, it } from 'vitest'
import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'

const MIB = 1_048_576
const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => bytes(`{"extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)
const parse = (payload: Uint8Array) => parsePayload('event', payload, MIB)

describe('parsePayload()', () => {
  it('takes JSON that is nested 64 deep', () => {
    expect(parse(nested(64))).toHaveProperty('extra')
  })

  it.each([65, 10_000, 500_000])('refuses JSON that is nested %d deep', (depth) => {
    expect(() => parse(nested(depth))).toThrow('Cannot read event: JSON is nested deeper than 64')
  })

  it.each(['', '[]', '"text"', 'null', '7'])('refuses %j, which is no object', (text) => {
    expect(() => parse(bytes(text))).toThrow(/^Cannot read event: it is not (JSON|a JSON object)$/)
  })

  it('takes as many bytes as it may, and refuses one more', () => {
    const event = (length: number) => bytes(`{"a":"${'x'.repeat(length - 8)}"}`)
    expect(() => parse(event(MIB))).not.toThrow()
    expect(() => parse(event(MIB + 1))).toThrow(expect.objectContaining({ status: 413, reason: 'too_large' }))
  })

  it('takes bytes that are no UTF-8 for what they are', () => {
    const event = Uint8Array.from([...bytes('{"message":"'), 0xff, ...bytes('"}')])
    expect(parse(event)).toEqual({ message: '\ufffd' })
  })
})
