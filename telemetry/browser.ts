import { observeClicks } from './instrument/clicks.ts'
import { observeConsole } from './instrument/console.ts'
import { observeFetch } from './instrument/fetch.ts'
import { observeHistory } from './instrument/history.ts'
import { describeRequest } from './request.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts'
import { isObject } from './thrown.ts'

export interface BrowserTelemetry extends Telemetry {
  /** Takes every handler and wrapper away again. */
  uninstall(): void
}

/** The window's part that is used: a test or a frame may pass one of its own. */
export type BrowserWindow = Window & { console: Console; fetch: typeof fetch }

/** Reports what nobody in the page catches, and keeps breadcrumbs of what led there. */
export function startBrowserTelemetry(
  options: Omit<TelemetryOptions, 'platform' | 'scopes'>,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const telemetry = createTelemetry({ appRoot: target.location.origin, ...options, platform: 'javascript' })
  telemetry.globalScope.setRequest(() =>
    describeRequest({
      url: target.location.href,
      headers: {
        'User-Agent': target.navigator.userAgent,
        ...(target.document.referrer ? { Referer: target.document.referrer } : {}),
      },
    }),
  )

  const onError = (event: ErrorEvent): void => {
    telemetry.captureException(thrownOf(event), { handled: false, mechanism: 'onerror' })
  }
  const onRejection = (event: PromiseRejectionEvent): void => {
    telemetry.captureException(event.reason, { handled: false, mechanism: 'onunhandledrejection' })
  }
  target.addEventListener('error', onError)
  target.addEventListener('unhandledrejection', onRejection)

  const stops = [
    observeClicks(target.document, telemetry.addBreadcrumb),
    observeConsole(target.console, telemetry.addBreadcrumb),
    observeFetch(target, telemetry.addBreadcrumb),
    observeHistory(target, telemetry.addBreadcrumb),
  ]
  return {
    ...telemetry,
    uninstall() {
      target.removeEventListener('error', onError)
      target.removeEventListener('unhandledrejection', onRejection)
      for (const stop of stops) stop()
    },
  }
}

/** What was thrown, or what the event says of it: scripts of other origins hand out no more. */
function thrownOf(event: ErrorEvent): unknown {
  if (isObject(event.error)) return event.error
  const [, type, text] = /^(?:Uncaught )?(?:(\w*(?:Error|Exception)): )?([\s\S]*)$/.exec(event.message) ?? []
  return {
    name: type ?? 'Error',
    message: text ?? event.message,
    stack: event.filename ? `    at ${event.filename}:${event.lineno}:${event.colno}` : '',
  }
}
