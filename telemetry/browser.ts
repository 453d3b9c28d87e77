import { observeClicks } from './instrument/clicks.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { observeHistory } from './instrument/history.ts'
import type { RequestWatcher } from './instrument/requests.ts'
import { stopAll } from './instrument/wrap.ts'
import { observeXhr } from './instrument/xhr.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts'
import { isObject } from './thrown.ts'
import { scrubUrl } from './urls.ts'

export interface BrowserTelemetry extends Telemetry {
  /** Takes every handler and wrapper away again. */
  uninstall(): void
}

export interface BrowserTelemetryOptions extends Omit<TelemetryOptions, 'platform' | 'scopes'> {
  /** Hears of every request of the page: tracing, where it is wanted. */
  watchRequests?: RequestWatcher | undefined
}

/** The window's part that is used: a test or a frame may pass one of its own. */
export type BrowserWindow = Window & Pick<typeof globalThis, 'console' | 'fetch' | 'XMLHttpRequest'>

/** Reports what nobody in the page catches, and keeps breadcrumbs of what led there. */
export function startBrowserTelemetry(
  options: BrowserTelemetryOptions,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const { location, document, navigator } = target
  const telemetry = createTelemetry({ ...options, platform: 'javascript' })
  const { addBreadcrumb: record, captureException } = telemetry
  telemetry.globalScope.setRequest(() => ({
    url: scrubUrl(location.href),
    headers: { 'User-Agent': navigator.userAgent, Referer: scrubUrl(document.referrer) },
  }))

  const listen = <Name extends 'error' | 'unhandledrejection'>(
    name: Name,
    thrownOf: (event: WindowEventMap[Name]) => unknown,
  ): (() => void) => {
    const listener = (event: WindowEventMap[Name]): void => {
      captureException(thrownOf(event), { handled: false, mechanism: `on${name}` })
    }
    target.addEventListener(name, listener)
    return () => target.removeEventListener(name, listener)
  }
  const observation = { record, watch: options.watchRequests, clock: options.clock }
  return {
    ...telemetry,
    uninstall: stopAll(
      listen('error', thrownOf),
      listen('unhandledrejection', ({ reason }) => reason),
      observeClicks(document, record),
      observeConsole(target.console, record),
      observeFetch(target, observation),
      observeXhr(target.XMLHttpRequest.prototype, observation),
      observeHistory(target, record),
    ),
  }
}

/** What was thrown, or what the event says of it: scripts of other origins hand out no more. */
const thrownOf = ({ error, message, filename, lineno, colno }: ErrorEvent): unknown =>
  isObject(error)
    ? error
    : { message: message.replace('Uncaught ', ''), name: 'Error', stack: `at ${filename}:${lineno}:${colno}` }
