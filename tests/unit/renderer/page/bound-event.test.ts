import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { anEvent } from '#tests/unit/renderer/ui/an-event.ts'

const LONG = 'x'.repeat(3_000)
const frames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    in_app: true,
    function: `f${index}`,
    lineno: index,
    pre_context: ['a'.repeat(300), 'b'.repeat(300)],
    context_line: 'c',
    post_context: ['d'.repeat(300)],
  }))

describe('boundEvent()', () => {
  it('leaves what is of a common size as it is', () => {
    const event = anEvent({ tags: [['a', 'b']], extra: { cart: 1 }, user: { id: '1' } })
    expect(boundEvent(event)).toEqual({ event, leftOut: [] })
  })

  it('keeps the code of the latest calls', () => {
    const { event, leftOut } = boundEvent(
      anEvent({ exception: { values: [{ type: 'E', stacktrace: { frames: frames(50) } }] } }),
    )
    const kept = event.payload.exception.values[0]?.stacktrace?.frames ?? []
    expect(kept).toHaveLength(50)
    expect(kept.at(-1)?.pre_context).toHaveLength(2)
    expect(kept[0]).toEqual({ in_app: true, function: 'f0', lineno: 0, context_line: 'c' })
    expect(leftOut[0]).toMatch(/^code of \d+ frames$/)
  })

  it('keeps the latest frames of the outermost exception', () => {
    const values = Array.from({ length: 3 }, () => ({ type: 'E', stacktrace: { frames: frames(60) } }))
    const { event, leftOut } = boundEvent(anEvent({ exception: { values } }))
    const counts = event.payload.exception.values.map(({ stacktrace }) => stacktrace?.frames.length)
    expect(counts).toEqual([0, 40, 60])
    expect(event.payload.exception.values[1]?.stacktrace?.frames.at(-1)?.function).toBe('f59')
    expect(leftOut).toContain('80 outer frames')
  })

  it('keeps the names of the threads, and the stacks that there is room for', () => {
    const threads = Array.from({ length: 70 }, (_, id) => ({
      id: String(id),
      stacktrace: { frames: frames(id < 4 ? 20 : 1) },
    }))
    const { event, leftOut } = boundEvent(anEvent({ threads }))
    const kept = event.payload.threads ?? []
    expect(kept).toHaveLength(60)
    expect(kept[0]?.stacktrace?.frames).toHaveLength(20)
    expect(kept[0]?.stacktrace?.frames[0]).not.toHaveProperty('pre_context')
    expect(JSON.stringify(kept).length).toBeLessThan(20_000)
    expect(leftOut).toEqual([expect.stringMatching(/^stacks of \d+ threads$/), '10 threads'])
  })

  it('keeps the latest steps, the first tags, and short values', () => {
    const step = (index: number) => ({
      timestamp: index,
      type: 'default',
      category: 'c',
      level: 'info' as const,
      message: LONG,
    })
    const { event, leftOut } = boundEvent(
      anEvent({
        breadcrumbs: { values: [1, 2, 3, 4, 5].map(step) },
        tags: Array.from({ length: 200 }, (_, index) => [`key-${index}`, 'v'.repeat(100)]),
        extra: { short: 'kept', long: LONG.repeat(2) },
        request: { headers: [['a', LONG.repeat(2)]], url: 'https://shop.example/' },
        message: LONG.repeat(2),
      }),
    )
    const { payload } = event
    expect(payload.breadcrumbs.values.map(({ timestamp }) => timestamp)).toEqual([3, 4, 5])
    expect(payload.tags[0]?.[0]).toBe('key-0')
    expect(payload.extra).toEqual({ short: 'kept' })
    expect(payload.request).toEqual({ headers: [], url: 'https://shop.example/' })
    expect(payload.message).toHaveLength(4_000)
    expect(leftOut).toEqual(['2 earlier steps', expect.stringMatching(/^\d+ tags$/), '2 long values'])
  })

  it('bounds whatever an event may hold, and changes nothing of the one given', () => {
    const text = fc.nat(9_000).map((length) => 'é'.repeat(length))
    const events = fc.record({
      tags: fc.array(fc.tuple(text, text), { maxLength: 20 }),
      extra: fc.dictionary(fc.string(), text, { maxKeys: 20 }),
      message: text,
      exception: fc.record({
        values: fc.array(
          fc.record({
            type: fc.string(),
            value: text,
            stacktrace: fc.record({ frames: fc.constantFrom(frames(0), frames(90), frames(200)) }),
          }),
          { maxLength: 10 },
        ),
      }),
    })
    fc.assert(
      fc.property(events, (payload: Partial<NormalizedEvent>) => {
        const before = JSON.stringify(payload)
        const { event } = boundEvent(anEvent(payload))
        expect(JSON.stringify({ ...event, grouping: null }).length).toBeLessThan(120_000)
        expect(JSON.stringify(payload)).toBe(before)
      }),
      { numRuns: 40 },
    )
  })
})
