import type { TelemetryRequest } from '../errors/request.ts'
import { describeProcess } from '../errors/surroundings.ts'
import { isObject } from '../errors/thrown/thrown.ts'
import { scrubUrl } from '../errors/urls.ts'
import { listen } from '../instrument/listen.ts'
import { createReporter, type Reporter, type ReporterOptions } from '../transport/reporter.ts'

export type BrowserTelemetryOptions = Omit<ReporterOptions, 'platform'>

/** The part of a window that is used, so that a test or a frame can pass its own. */
export type BrowserWindow = Window & Pick<typeof globalThis, 'console' | 'fetch' | 'XMLHttpRequest'>

export interface ErrorTelemetry extends Reporter {
  /** Removes every handler. */
  uninstall(): void
}

/**
 * Reports uncaught errors of the page and nothing else. `startBrowserTelemetry` adds scopes and
 * breadcrumbs.
 */
export function startErrorTelemetry(
  options: BrowserTelemetryOptions,
  target: BrowserWindow = window,
): ErrorTelemetry {
  const complete = { ...options, platform: 'javascript' } as const
  const page = describeProcess(complete)
  const reporter = createReporter(complete, (event) => ({
    ...page,
    request: describePage(target),
    ...event,
    contexts: { ...page.contexts, ...event.contexts },
  }))
  const controller = new AbortController()
  reportUncaught(reporter, target, controller.signal)
  return { ...reporter, uninstall: () => controller.abort() }
}

export const describePage = ({ location, document, navigator }: BrowserWindow): TelemetryRequest => ({
  url: scrubUrl(location.href),
  headers: { 'User-Agent': navigator.userAgent, Referer: scrubUrl(document.referrer) },
})

export function reportUncaught(
  reporter: Pick<Reporter, 'captureException' | 'flush'>,
  target: BrowserWindow,
  signal: AbortSignal,
): void {
  const capture = (thrown: unknown, { type }: Event): void => {
    reporter.captureException(thrown, { handled: false, mechanism: `on${type}` })
  }
  const hearError = (event: ErrorEvent): void => {
    const { error, message } = event
    // Returns what was thrown, or what the event says about it. Scripts of other origins reveal no more.
    const said = {
      name: 'Error',
      message: message?.replace('Uncaught ', ''),
      stack: `at ${event.filename}:${event.lineno}:${event.colno}`,
    }
    // Images and scripts that fail to load also cause this event, without any details.
    if (error ?? message) capture(isObject(error) ? error : said, event)
  }
  // Dropped items are reported before the page is left.
  const hearVisibility = (): void => {
    if (target.document.visibilityState === 'hidden') void reporter.flush(0)
  }
  listen(target, 'error', hearError, signal)
  listen(target, 'unhandledrejection', (event) => capture(event.reason, event), signal)
  listen(target, 'visibilitychange', hearVisibility, signal)
}
