import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctClocks, pickReference, type TimedSpan } from '#server/traces/waterfall/correct-clocks.ts'

const TOLERANCE_US = 2_000

/** A browser that calls a server `shares` times, each call and its answer within the whole, by true time. */
const calls = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 900_000 }),
    lasts: fc.integer({ min: 10_000, max: 400_000 }),
    before: fc.integer({ min: 0, max: 4_000 }),
    after: fc.integer({ min: 0, max: 4_000 }),
  }),
  { minLength: 1, maxLength: 12 },
)

function callsOf(list: { start: number; lasts: number; before: number; after: number }[], skewUs: number) {
  const page = { clock: 'browser', parent: undefined, startUs: 0, durationUs: 2_000_000, isAwaited: false }
  const spans: TimedSpan[] = [page]
  for (const { start, lasts, before, after } of list) {
    const asked = { clock: 'browser', parent: 0, startUs: start, durationUs: lasts, isAwaited: false }
    spans.push(asked)
    spans.push({
      clock: 'server',
      parent: spans.length - 1,
      startUs: start + before,
      durationUs: lasts - before - after,
      isAwaited: true,
    })
  }
  return spans.map((span) => (span.clock === 'server' ? { ...span, startUs: span.startUs + skewUs } : span))
}

describe('correctClocks()', () => {
  it('puts each answer back within its call, however wrong the clock is', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: -1e10, max: 1e10 }), (list, skewUs) => {
        const spans = callsOf(list, skewUs)
        const offsets = correctClocks(spans, 'browser')
        for (const span of spans) {
          const parent = span.parent === undefined ? undefined : spans[span.parent]
          if (!parent || !span.isAwaited) continue
          const startUs = span.startUs + (offsets.get(span.clock) ?? 0)
          expect(startUs).toBeGreaterThanOrEqual(parent.startUs - TOLERANCE_US)
          expect(startUs + span.durationUs).toBeLessThanOrEqual(
            parent.startUs + parent.durationUs + TOLERANCE_US,
          )
        }
      }),
    )
  })

  it('moves nothing where the times agree', () => {
    fc.assert(
      fc.property(calls, (list) => {
        expect(correctClocks(callsOf(list, 0), 'browser').get('server')).toBe(0)
      }),
    )
  })

  it('gives the same correction by whichever of the two clocks', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: -1e9, max: 1e9 }), (list, skewUs) => {
        const spans = callsOf(list, skewUs)
        const toServer = correctClocks(spans, 'browser').get('server') ?? 0
        const toBrowser = correctClocks(spans, 'server').get('browser') ?? 0
        expect(Math.abs(toServer + toBrowser)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('moves what was not waited for only so far that it begins after its cause', () => {
    const job = { clock: 'worker', parent: 0, startUs: -500_000, durationUs: 9_000_000, isAwaited: false }
    const request = { clock: 'server', parent: undefined, startUs: 0, durationUs: 10, isAwaited: false }
    expect(correctClocks([request, job], 'server').get('worker')).toBe(500_000)
    expect(correctClocks([request, { ...job, startUs: 60_000_000 }], 'server').get('worker')).toBe(0)
  })

  it('reaches a clock over another one, and leaves one that nothing leads to', () => {
    const spans: TimedSpan[] = [
      { clock: 'browser', parent: undefined, startUs: 0, durationUs: 100_000, isAwaited: false },
      { clock: 'web', parent: 0, startUs: 5_010_000, durationUs: 80_000, isAwaited: true },
      { clock: 'api', parent: 1, startUs: -995_000, durationUs: 60_000, isAwaited: true },
      { clock: 'alone', parent: undefined, startUs: -7e9, durationUs: 5, isAwaited: false },
    ]
    expect(Object.fromEntries(correctClocks(spans, 'browser'))).toEqual({
      browser: 0,
      web: -5_000_000,
      api: 1_015_000,
    })
  })
})

describe('pickReference()', () => {
  it('prefers a server, and of them the one of most spans', () => {
    const of = (clock: string, isServer: boolean) => ({
      ...{ clock, isServer, parent: undefined, startUs: 0, durationUs: 0, isAwaited: false },
    })
    expect(pickReference([of('browser', false), of('browser', false), of('web', true)])).toBe('web')
    expect(pickReference([of('web', true), of('api', true), of('api', true)])).toBe('api')
    expect(pickReference([of('browser', false)])).toBe('browser')
  })
})
