import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedEnvelope, parseEnvelope, parseEnvelopeHeaders } from '#server/protocol/envelope.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (payload: Uint8Array) => new TextDecoder().decode(payload)
const parse = (envelope: string) => {
  const { headers, items } = parseEnvelope(bytes(envelope))
  return { headers, items: items.map((item) => [item.headers.type, text(item.payload)]) }
}

describe('parseEnvelope()', () => {
  it.each<[string, string, string[][]]>([
    ['no items', '{}', []],
    ['no items and a line break', '{}\n', []],
    ['an item without a length', '{}\n{"type":"event"}\n{"a":1}', [['event', '{"a":1}']]],
    ['a line break at the end', '{}\n{"type":"event"}\n{"a":1}\n', [['event', '{"a":1}']]],
    ['blank lines at the end', '{}\n{"type":"event"}\n{}\n\n\n', [['event', '{}']]],
    [
      'blank lines between',
      '{}\n\n{"type":"a"}\n1\n\n{"type":"b"}\n2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a length',
      '{}\n{"type":"attachment","length":5}\na\nb\nc\n{"type":"b"}\n2',
      [
        ['attachment', 'a\nb\nc'],
        ['b', '2'],
      ],
    ],
    ['a length to the very end', '{}\n{"type":"a","length":3}\nabc', [['a', 'abc']]],
    [
      'a length of 0',
      '{}\n{"type":"a","length":0}\n\n{"type":"b"}\n',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['a length of null', '{}\n{"type":"a","length":null}\nabc', [['a', 'abc']]],
    ['an item that is cut after its header', '{}\n{"type":"a"}', [['a', '']]],
    [
      '\\r, which is payload',
      '{}\n{"type":"a"}\nx\r\n{"type":"b"}\ny',
      [
        ['a', 'x\r'],
        ['b', 'y'],
      ],
    ],
    ['types that nobody knows', '{}\n{"type":"made_up"}\n?', [['made_up', '?']]],
  ])('reads an envelope with %s', (_name, envelope, items) => {
    expect(parse(envelope)).toEqual({ headers: {}, items })
  })

  it.each([
    ['nothing', '', 'Cannot read envelope header: it is not JSON'],
    ['no JSON', 'x\n', 'Cannot read envelope header: it is not JSON'],
    ['a list', '[]\n', 'Cannot read envelope header: it is not a JSON object'],
    ['null', 'null\n', 'Cannot read envelope header: it is not a JSON object'],
    ['an item header that is no JSON', '{}\nx\n', 'Cannot read item header: it is not JSON'],
    ['an item without a type', '{}\n{}\n', 'Cannot read item header: it has no type'],
    ['a type that is no text', '{}\n{"type":1}\n', 'Cannot read item header: it has no type'],
    [
      'too great a length',
      '{}\n{"type":"a","length":9}\nabc\n',
      'Cannot read item: its header says 9 bytes, but the envelope has only 4 left',
    ],
    [
      'too small a length',
      '{}\n{"type":"a","length":2}\nabc\n',
      'Cannot read item: no line break follows its 2 bytes',
    ],
    [
      'a negative length',
      '{}\n{"type":"a","length":-1}\n',
      'Cannot read item header: its length is not a whole number of bytes',
    ],
    [
      'half a length',
      '{}\n{"type":"a","length":1.5}\n',
      'Cannot read item header: its length is not a whole number of bytes',
    ],
    [
      'a length in words',
      '{}\n{"type":"a","length":"3"}\n',
      'Cannot read item header: its length is not a whole number of bytes',
    ],
    [
      'an endless length',
      '{}\n{"type":"a","length":1e300}\n',
      'Cannot read item header: its length is not a whole number of bytes',
    ],
    [
      'a long header',
      `{"a":"${'x'.repeat(8_192)}"}\n`,
      'Cannot read envelope header: it is longer than 8192 bytes',
    ],
    [
      'a long item header',
      `{}\n{"type":"${'x'.repeat(8_192)}"}\n`,
      'Cannot read item header: it is longer than 8192 bytes',
    ],
    [
      'too many items',
      `{}\n${'{"type":"a"}\n1\n'.repeat(1_001)}`,
      'Cannot read envelope: it has more than 1000 items',
    ],
  ])('refuses an envelope with %s', (_name, envelope, message) => {
    expect(() => parse(envelope)).toThrow(new MalformedEnvelope(message))
  })

  it('refuses a header that is no UTF-8', () => {
    const body = Uint8Array.from([...bytes('{"a":"'), 0xff, ...bytes('"}\n')])
    expect(() => parseEnvelope(body)).toThrow('Cannot read envelope header: it is not JSON')
  })

  it('gives back what was framed, with and without lengths', () => {
    const item = fc.oneof(
      fc.record({
        type: fc.string({ minLength: 1 }),
        payload: fc.uint8Array(),
        hasLength: fc.constant(true),
      }),
      fc.record({
        type: fc.string({ minLength: 1 }),
        payload: fc.uint8Array().filter((payload) => !payload.includes(10)),
        hasLength: fc.constant(false),
      }),
    )
    fc.assert(
      fc.property(fc.array(item), fc.boolean(), (items, endsWithBreak) => {
        const parts = items.map(({ type, payload, hasLength }) => [
          bytes(`\n${JSON.stringify(hasLength ? { type, length: payload.length } : { type })}\n`),
          payload,
        ])
        const body = Buffer.concat([bytes('{}'), ...parts.flat(), bytes(endsWithBreak ? '\n' : '')])
        const parsed = parseEnvelope(body).items
        expect(parsed.map(({ headers }) => headers.type)).toEqual(items.map(({ type }) => type))
        expect(parsed.map(({ payload }) => [...payload])).toEqual(items.map(({ payload }) => [...payload]))
      }),
    )
  })

  it('refuses or reads anything, and does nothing else', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '{}',
        '{"type":"a"}',
        '{"type":"a","length":2}',
        '{"type":"a","length":-0}',
        '',
        '\r',
        'x',
      ),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        try {
          parseEnvelope(bytes(lines.join('\n')))
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedEnvelope)
        }
      }),
    )
  })
})

describe('parseEnvelopeHeaders()', () => {
  it('reads the first line alone, as long as it may be', () => {
    expect(parseEnvelopeHeaders(bytes('{"dsn":"x"}\nnot an item'))).toEqual({ dsn: 'x' })
    const long = bytes(`{"a":"${'x'.repeat(20_000)}"}\n`)
    expect(() => parseEnvelopeHeaders(long)).toThrow('longer than 8192 bytes')
    expect(parseEnvelopeHeaders(long, 65_536)).toHaveProperty('a')
  })
})
