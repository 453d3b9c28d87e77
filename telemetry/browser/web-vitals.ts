import { listen } from '../instrument/listen.ts'
import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'

/** The part of a window that measures, so that a test can pass its own. */
export type VitalsWindow = Pick<Window, 'performance' | 'document'> &
  Pick<typeof globalThis, 'PerformanceObserver'>

/**
 * In milliseconds, except for `cls`. Values that the browser has not measured, or cannot measure, are
 * missing.
 */
export type Vitals = Partial<Record<'ttfb' | 'fcp' | 'lcp' | 'cls' | 'inp', number>>

/** The fields that TypeScript does not know: https://w3c.github.io/performance-timeline/ and its registry. */
interface Entry extends PerformanceEntry {
  readonly activationStart: number
  readonly responseStart: number
  readonly hadRecentInput: boolean
  readonly value: number
  readonly interactionId: number
}

/**
 * Measures TTFB, FCP, LCP, CLS and INP by the rules of Google's `web-vitals`. Its own code would be a
 * third of all our code in a page. A test compares the numbers. Returns a function that reads them; they
 * are final when the page is being hidden.
 */
export function observeVitals({ performance, document, PerformanceObserver }: VitalsWindow): () => Vitals {
  const vitals: Vitals = {}
  const takers: (() => void)[] = []
  /** The duration of each slow interaction, in milliseconds. */
  const interactions = new Map<number, number>()
  let firstShiftMs = 0
  let lastShiftMs = 0
  let shifts = 0
  let hiddenAtMs = document.visibilityState === 'hidden' ? 0 : Number.POSITIVE_INFINITY

  const navigation = (): Entry | undefined =>
    performance.getEntriesByType('navigation')[0] as Entry | undefined
  const sinceStart = (timeMs: number): number => Math.max(0, timeMs - (navigation()?.activationStart ?? 0))

  const observe = (type: string, take: (entry: Entry) => void): void => {
    attempt(() => {
      const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take))
      // Events that are shorter than what browsers report by default also count as interactions.
      observer.observe({
        type,
        buffered: true,
        durationThreshold: limits.interactionMs,
      } as PerformanceObserverInit)
      takers.push(() => (observer.takeRecords() as Entry[]).forEach(take))
    })
  }
  const takeInteraction = ({ interactionId, duration }: Entry): void => {
    if (interactionId)
      interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration))
  }
  listen(document, 'visibilitychange', ({ timeStamp }) => {
    if (document.visibilityState === 'hidden') hiddenAtMs = Math.min(hiddenAtMs, timeStamp)
  })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint' && startTime < hiddenAtMs) vitals.fcp = sinceStart(startTime)
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    if (startTime < hiddenAtMs) vitals.lcp = sinceStart(startTime)
  })
  // The worst group of shifts, at most one second apart and at most five seconds in total:
  // https://web.dev/articles/cls
  observe('layout-shift', ({ hadRecentInput, startTime, value }) => {
    if (hadRecentInput) return
    if (!shifts || startTime - lastShiftMs >= 1_000 || startTime - firstShiftMs >= 5_000) {
      shifts = 0
      firstShiftMs = startTime
    }
    shifts += value
    lastShiftMs = startTime
    vitals.cls = Math.max(vitals.cls ?? 0, shifts)
  })
  observe('event', takeInteraction)
  observe('first-input', takeInteraction)

  return () => {
    for (const take of takers) take()
    const responseMs = navigation()?.responseStart
    if (responseMs) vitals.ttfb = sinceStart(responseMs)
    // The longest interaction, ignoring one of every fifty: https://web.dev/articles/inp
    const { interactionCount = 0 } = performance as { interactionCount?: number }
    const inp = [...interactions.values()]
      .sort((a, b) => b - a)
      .slice(0, Math.min(limits.interactions, 1 + Math.floor(interactionCount / 50)))
      .at(-1)
    if (inp) vitals.inp = inp
    // A page that was painted and never shifted has the best value, not none.
    if (vitals.fcp !== undefined && PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      vitals.cls ??= 0
    return vitals
  }
}
