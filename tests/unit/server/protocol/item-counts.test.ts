import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEnvelope } from '#server/protocol/envelope.ts'
import { parseItemCounts, withoutItems } from '#server/protocol/item-counts.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const mixed = [
  '{"event_id":"a"}',
  '{"type":"event"}',
  '{"message":"x"}',
  '{"type":"attachment","length":12,"filename":"a\\nb"}',
  'line\nbreaks\n',
  '{"type":"span","item_count":7}',
  '{"items":[]}',
  '',
  '{"type":"session"}',
  '{}',
].join('\n')

describe('readItemCounts()', () => {
  it('reads what an envelope holds from its header lines', () => {
    const counts = parseItemCounts({ body: encoder.encode(mixed) })
    expect(counts.map(({ type, category, quantity }) => [type, category, quantity])).toEqual([
      ['event', 'error', 1],
      ['attachment', 'attachment', 1],
      ['span', 'span', 7],
      ['session', 'session', 1],
    ])
  })

  it.each([['{'], ['{}\nx'], ['{}\n{"type":"event","length":9}\n{}']])('counts nothing in %j', (text) => {
    expect(parseItemCounts({ body: encoder.encode(text) })).toEqual([])
  })

  it('takes a body in another format for one item of its kind', () => {
    const body = encoder.encode('anything')
    expect(parseItemCounts({ format: 'otlp_logs', body })).toEqual([
      { type: 'log', category: 'log_item', quantity: 1, start: 0, end: 8 },
    ])
  })

  it('believes no container that claims to hold everything', () => {
    const body = encoder.encode('{}\n{"type":"log","item_count":9007199254740991}\n{}')
    expect(parseItemCounts({ body })[0]?.quantity).toBe(100_000)
  })
})

describe('withoutItems()', () => {
  it('leaves out what was limited, and nothing else', () => {
    const body = encoder.encode(mixed)
    const [, attachment, , session] = parseItemCounts({ body })
    const kept = [attachment, session].filter((item) => item !== undefined)
    const { headers, items } = parseEnvelope(withoutItems(body, kept))
    expect(headers).toEqual({ event_id: 'a' })
    expect(items.map(({ headers: { type }, payload }) => [type, decoder.decode(payload)])).toEqual([
      ['attachment', 'line\nbreaks\n'],
      ['session', '{}'],
    ])
  })

  it('keeps every subset of any items as they were', () => {
    const item = fc.record({
      payload: fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' ') || '{}'),
      hasLength: fc.boolean(),
      isKept: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), (given) => {
        const lines = given.flatMap(({ payload, hasLength }) => {
          const length = encoder.encode(payload).length
          return [JSON.stringify({ type: 'event', ...(hasLength ? { length } : {}) }), payload]
        })
        const body = encoder.encode(['{}', ...lines].join('\n'))
        const kept = parseItemCounts({ body }).filter((_, index) => given[index]?.isKept)
        const payloads = parseEnvelope(withoutItems(body, kept)).items.map(({ payload }) =>
          decoder.decode(payload),
        )
        expect(payloads).toEqual(given.filter(({ isKept }) => isKept).map(({ payload }) => payload))
      }),
    )
  })
})
