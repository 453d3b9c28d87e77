import { listen } from './instrument/listen.ts'
import { stopAll } from './instrument/wrap.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts'
import { isObject } from './thrown.ts'
import { scrubUrl } from './urls.ts'

export interface BrowserTelemetry extends Telemetry {
  /** Takes every handler and wrapper away again. */
  uninstall(): void
}

export type BrowserTelemetryOptions = Omit<TelemetryOptions, 'platform' | 'scopes'>

/** The window's part that is used: a test or a frame may pass one of its own. */
export type BrowserWindow = Window & Pick<typeof globalThis, 'console' | 'fetch' | 'XMLHttpRequest'>

/** Reports what nobody in the page catches. What led there, `startBrowserTelemetry` knows as well. */
export function startErrorTelemetry(
  options: BrowserTelemetryOptions,
  target: BrowserWindow = window,
): BrowserTelemetry {
  const { location, document, navigator } = target
  const telemetry = createTelemetry({ ...options, platform: 'javascript' })
  telemetry.globalScope.setRequest(() => ({
    url: scrubUrl(location.href),
    headers: { 'User-Agent': navigator.userAgent, Referer: scrubUrl(document.referrer) },
  }))
  const capture = (thrown: unknown, { type }: Event): void => {
    telemetry.captureException(thrown, { handled: false, mechanism: `on${type}` })
  }
  return {
    ...telemetry,
    uninstall: stopAll(
      listen(target, ['error'], (event) => {
        const { error, message, filename, lineno, colno } = event
        // What was thrown, or what the event says of it: scripts of other origins hand out no more.
        const said = {
          name: 'Error',
          message: message?.replace('Uncaught ', ''),
          stack: `at ${filename}:${lineno}:${colno}`,
        }
        // Images and scripts that fail to load are heard here too, and have nothing to say.
        if (error ?? message) capture(isObject(error) ? error : said, event)
      }),
      listen(target, ['unhandledrejection'], (event) => capture(event.reason, event)),
      // What was left out is reported before the page goes.
      listen(target, ['visibilitychange'], () => {
        if (document.visibilityState === 'hidden') void telemetry.flush(0)
      }),
    ),
  }
}
