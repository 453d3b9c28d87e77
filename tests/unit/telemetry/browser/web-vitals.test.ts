// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { observeVitals, type Vitals } from '#telemetry/browser/web-vitals.ts'
import { limits } from '#telemetry/limits.ts'

type Entry = { entryType: string; startTime: number } & Record<string, unknown>

const types = ['paint', 'largest-contentful-paint', 'layout-shift', 'event', 'first-input']

/** A browser's measuring, by hand: entries are told of when `emit` is called, or taken at the end. */
function createTimeline(navigation: object = {}) {
  const observers = new Set<HandObserver>()
  class HandObserver {
    static supportedEntryTypes = types
    types = new Set<string>()
    records: Entry[] = []
    tell: (list: { getEntries(): Entry[] }) => void
    constructor(tell: (list: { getEntries(): Entry[] }) => void) {
      this.tell = tell
    }
    observe({ type }: { type: string }) {
      this.types.add(type)
      observers.add(this)
    }
    disconnect() {
      observers.delete(this)
    }
    takeRecords() {
      return this.records.splice(0)
    }
  }
  vi.stubGlobal('PerformanceObserver', HandObserver)
  vi.stubGlobal(
    'PerformanceEventTiming',
    class {
      interactionId = 0
    },
  )
  Object.defineProperty(PerformanceEventTiming.prototype, 'interactionId', { value: 0 })
  const entries = [
    { entryType: 'navigation', responseStart: 120, activationStart: 0, type: 'navigate', ...navigation },
  ]
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(
    (type) => (type === 'navigation' ? entries : []) as never,
  )
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  return {
    /** What has happened; observers hear of it later. */
    happen(entry: Entry) {
      for (const observer of observers) if (observer.types.has(entry.entryType)) observer.records.push(entry)
    },
    async emit() {
      for (const observer of observers) {
        const records = observer.takeRecords()
        if (records[0]) observer.tell({ getEntries: () => records })
      }
      await vi.advanceTimersByTimeAsync(5_000)
    },
    countInteractions(count: number) {
      Object.defineProperty(performance, 'interactionCount', { value: count, configurable: true })
    },
  }
}

const visibility = vi.fn(() => 'visible')

function hide(atMs: number) {
  visibility.mockReturnValue('hidden')
  for (const target of [window, document]) {
    const event = new Event('visibilitychange')
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    target.dispatchEvent(event)
  }
}

let copies = 0

/** Google's own, imported anew: it keeps when the page was hidden first. */
async function observeByGoogle(): Promise<() => Vitals> {
  copies += 1
  const { onCLS, onFCP, onINP, onLCP, onTTFB }: typeof import('web-vitals') = await import(
    `${import.meta.resolve('web-vitals')}?copy=${copies}`
  )
  const vitals: Record<string, number> = {}
  for (const observe of [onTTFB, onFCP, onLCP, onCLS, onINP])
    observe(
      ({ name, value }) => {
        vitals[name.toLowerCase()] = value
      },
      { reportAllChanges: true },
    )
  await vi.advanceTimersByTimeAsync(5_000)
  return () => vitals
}

const paint = (startTime: number, name = 'first-contentful-paint'): Entry => ({
  entryType: 'paint',
  name,
  startTime,
})
const largest = (startTime: number): Entry => ({ entryType: 'largest-contentful-paint', name: '', startTime })
const shift = (startTime: number, value: number, hadRecentInput = false): Entry => ({
  entryType: 'layout-shift',
  name: '',
  startTime,
  value,
  hadRecentInput,
})
const event = (interactionId: number, duration: number, entryType = 'event'): Entry => ({
  entryType,
  name: 'click',
  startTime: 1_000 * interactionId,
  duration,
  interactionId,
})

beforeEach(() => {
  vi.useFakeTimers()
  visibility.mockReturnValue('visible')
  Object.defineProperty(document, 'visibilityState', { get: visibility, configurable: true })
  Object.defineProperty(document, 'readyState', { get: () => 'complete', configurable: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('observeVitals() and web-vitals', () => {
  const scenarios: [name: string, batches: Entry[][], interactions?: number, navigation?: object][] = [
    ['a quiet page', [[paint(300, 'first-paint'), paint(310)], [largest(310)], [largest(900)]]],
    ['a page shown in advance', [[paint(300)], [largest(900)]], 0, { activationStart: 250 }],
    ['a page shown in advance that was ready', [[paint(300)], [largest(400)]], 0, { activationStart: 5_000 }],
    ['one run of shifts', [[paint(300)], [shift(400, 0.1), shift(900, 0.05)], [shift(1_700, 0.02)]]],
    ['runs a second apart', [[paint(300)], [shift(400, 0.1), shift(1_400, 0.2), shift(2_399, 0.05)]]],
    [
      'a run of five seconds and more',
      [
        [paint(300)],
        ...[400, 1_300, 2_200, 3_100, 4_000, 4_900, 5_399, 5_400].map((time) => [shift(time, 0.1)]),
      ],
    ],
    ['shifts that follow input', [[paint(300)], [shift(400, 0.9, true), shift(500, 0.1)]]],
    ['one interaction of several events', [[paint(300)], [event(1, 48), event(1, 200), event(1, 64)]], 1],
    ['events that are no interaction', [[paint(300)], [event(0, 900), event(1, 48)]], 1],
    ['a first input that is short', [[paint(300)], [event(1, 8, 'first-input')]], 1],
    [
      'sixty interactions, the longest left out',
      [[paint(300)], Array.from({ length: 60 }, (_, index) => event(index + 1, 40 + 8 * index))],
      60,
    ],
    [
      'more than ten long ones',
      [
        [paint(300)],
        [event(1, 400)],
        Array.from({ length: 20 }, (_, index) => event(index + 2, 100 + index)),
        [event(1, 480)],
      ],
      200,
    ],
  ]

  it.each(scenarios)('agree on %s', async (_name, batches, interactions = 0, navigation = {}) => {
    const timeline = createTimeline(navigation)
    timeline.countInteractions(interactions)
    const read = observeVitals(window)
    const readGoogles = await observeByGoogle()
    for (const batch of batches) {
      for (const entry of batch) timeline.happen(entry)
      await timeline.emit()
    }
    hide(59_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(read()).toEqual(readGoogles())
  })

  it('agree on whatever shifts and interactions', async () => {
    const someShift = fc.record({
      gap: fc.integer({ min: 1, max: 2_500 }),
      value: fc.integer({ min: 1, max: 50 }),
    })
    const someEvent = fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      duration: fc.integer({ min: 5, max: 80 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(someShift),
        fc.array(someEvent),
        fc.nat(200),
        async (shifts, events, count) => {
          visibility.mockReturnValue('visible')
          const timeline = createTimeline()
          timeline.countInteractions(count)
          const read = observeVitals(window)
          const readGoogles = await observeByGoogle()
          timeline.happen(paint(300))
          await timeline.emit()
          let time = 1_000
          for (const { gap, value } of shifts) {
            time += gap
            timeline.happen(shift(time, value / 100))
            await timeline.emit() // a frame at a time, as browsers do
          }
          for (const { id, duration } of events) timeline.happen(event(id, duration * 8))
          await timeline.emit()
          hide(59_000)
          await vi.advanceTimersByTimeAsync(5_000)
          const [ours, theirs] = [read(), readGoogles()]
          expect(ours.inp).toBe(theirs.inp)
          expect(ours.cls).toBeCloseTo(theirs.cls ?? Number.NaN, 9)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('observeVitals()', () => {
  it('takes at the end what has not been told yet, and no paint of a hidden page', async () => {
    const timeline = createTimeline()
    const read = observeVitals(window)
    timeline.happen(paint(300))
    timeline.happen(largest(900))
    hide(5_000)
    expect(read()).toEqual({ ttfb: 120, fcp: 300, lcp: 900, cls: 0 })
    timeline.happen(largest(8_000))
    timeline.happen(shift(9_000, 0.3))
    await timeline.emit()
    expect(read()).toMatchObject({ lcp: 900, cls: 0.3 })
  })

  it('leaves out what a browser does not measure', () => {
    vi.stubGlobal('PerformanceObserver', undefined)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
    expect(observeVitals(window)()).toEqual({})
  })

  it('keeps no more interactions than INP is chosen from', () => {
    expect(limits.interactions * 50).toBeGreaterThanOrEqual(500)
  })
})
