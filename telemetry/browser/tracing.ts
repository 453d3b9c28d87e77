import { scrubUrl } from '../errors/urls.ts'
import { observeFetch } from '../instrument/fetch.ts'
import { listen } from '../instrument/listen.ts'
import { observeXhr } from '../instrument/xhr.ts'
import { limits } from '../limits.ts'
import type { ScopedTelemetry } from '../scope/scoped-telemetry.ts'
import type { IdleSpan, SetTimer } from '../trace/idle-span.ts'
import { continueTrace } from '../trace/propagation.ts'
import type { SamplingOptions } from '../trace/sampling.ts'
import type { Span } from '../trace/span.ts'
import { type IsTarget, sameOrigin } from '../trace/targets.ts'
import { traceRequests } from '../trace/traced-requests.ts'
import { createTracing, type Tracing, type TracingOptions } from '../trace/tracing.ts'
import type { BrowserWindow } from './errors.ts'
import { observeVitals, type VitalsWindow } from './web-vitals.ts'

export interface BrowserTracingOptions extends Omit<TracingOptions, 'clock'>, SamplingOptions {
  /**
   * The addresses to which requests may carry their trace. The default is the page's own origin
   * (targets.ts).
   */
  isTarget?: IsTarget
}

/** What the cache had of a page's data when the visitor asked for it. */
export type PrefetchState = 'fresh' | 'stale' | 'missed'

export interface BrowserTracing extends Tracing {
  /**
   * Ends the current trace and starts one for the navigation to `path`, an address without its query. It
   * ends by itself once nothing below it is in progress. If it is held open, it only ends after
   * `allowEnd`.
   */
  startNavigation(path: string, prefetch: PrefetchState, heldOpen?: boolean): IdleSpan
  /** The page is interactive from now on. This adds a child to the page load for as long as our code ran. */
  markHydrated(): void
  /** Removes every handler and wrapper. */
  uninstall(): void
}

/** The timer of a page. */
export const setTimer: SetTimer = (work, delayMs) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}

/** Traces page load, navigations and requests. Call it as soon as the page's code runs. */
export function startBrowserTracing(
  telemetry: ScopedTelemetry,
  options: BrowserTracingOptions,
  target: BrowserWindow & VitalsWindow = window,
): BrowserTracing {
  const { document, location, performance } = target
  // Milliseconds are exact enough, because browsers blur finer times.
  const tracing = createTracing(telemetry, { ...options, clock: Date.now })
  const readVitals = observeVitals(target)
  const startedAtMs = Date.now()
  const originMs = startedAtMs - performance.now()

  const meta = (name: string): string =>
    document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

  const addResources = (span: Span): void => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    entries
      // Requests have spans of their own.
      .filter(
        (entry) =>
          originMs + entry.startTime >= span.startTimeMs && !/^(fetch|xml|beacon)/.test(entry.initiatorType),
      )
      .slice(0, limits.resourceSpans)
      .forEach((entry) => {
        span
          .startChild({
            op: `resource.${entry.initiatorType}`,
            name: scrubUrl(entry.name),
            startTimeMs: originMs + entry.startTime,
          })
          .end(originMs + entry.responseEnd)
      })
  }
  const said: Record<string, number> = {}
  /** Adds new measurements to a root, and returns how many there are. */
  const measure = ({ trace: { measurements } }: Span): number => {
    for (const [name, value] of Object.entries(readVitals())) {
      if (said[name] !== value) measurements[name] = { value, unit: name === 'cls' ? '' : 'millisecond' }
      said[name] = value
    }
    return Object.keys(measurements).length
  }

  const pageLoad = tracing.startIdleSpan({
    op: 'pageload',
    name: location.pathname,
    source: 'url',
    startTimeMs: originMs,
    from: continueTrace(meta('sentry-trace'), meta('baggage')),
    setTimer,
    heldOpen: document.readyState === 'loading',
    beforeEnd(span) {
      addResources(span)
      measure(span)
    },
  })
  let current: IdleSpan = pageLoad
  const onHide = (): void => {
    if (document.visibilityState !== 'hidden') return
    current.finish('documentHidden')
    // Most interactions and late layout shifts happen after the page load has ended. A transaction below it
    // carries their current values, as the standalone spans of Sentry's SDKs do.
    const { 'sentry-trace': header, baggage } = tracing.traceHeaders(pageLoad)
    const span = tracing.startRootSpan({
      op: 'ui.webvital',
      name: pageLoad.name,
      source: 'url',
      from: continueTrace(header, baggage),
      // For a page that does not exist, this is dropped as well.
      attributes: pageLoad.attributes,
    })
    if (measure(span)) span.end()
  }
  const watch = traceRequests(tracing, options.isTarget ?? sameOrigin(location.origin))
  const controller = new AbortController()
  const { signal } = controller
  observeFetch(target, watch, signal)
  observeXhr(target.XMLHttpRequest.prototype, watch, signal)
  listen(document, 'readystatechange', pageLoad.allowEnd, signal)
  listen(document, 'visibilitychange', onHide, signal)
  return {
    ...tracing,
    startNavigation(path, prefetch, heldOpen) {
      current.finish('cancelled')
      const previous = tracing.traceHeaders(current)
      current = tracing.startIdleSpan({
        op: 'navigation',
        name: path,
        source: 'url',
        attributes: {
          prefetch,
          'url.path': path,
          'sentry.previous_trace': previous['sentry-trace'],
        },
        setTimer,
        heldOpen,
        beforeEnd: addResources,
      })
      return current
    },
    markHydrated() {
      pageLoad.startChild({ op: 'ui.hydrate', name: 'Hydration', startTimeMs: startedAtMs }).end()
    },
    uninstall() {
      controller.abort()
      current.end()
    },
  }
}
