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
  const listen = <Name extends 'error' | 'unhandledrejection'>(
    name: Name,
    thrownOf: (event: WindowEventMap[Name]) => unknown,
  ): (() => void) => {
    const listener = (event: WindowEventMap[Name]): void => {
      telemetry.captureException(thrownOf(event), { handled: false, mechanism: `on${name}` })
    }
    target.addEventListener(name, listener)
    return () => target.removeEventListener(name, listener)
  }
  // What was left out is reported before the page goes.
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') void telemetry.flush(0)
  }
  target.addEventListener('visibilitychange', onHide)
  return {
    ...telemetry,
    uninstall: stopAll(
      () => target.removeEventListener('visibilitychange', onHide),
      // What was thrown, or what the event says of it: scripts of other origins hand out no more.
      listen('error', ({ error, message, filename, lineno, colno }) =>
        isObject(error)
          ? error
          : {
              name: 'Error',
              message: message.replace('Uncaught ', ''),
              stack: `at ${filename}:${lineno}:${colno}`,
            },
      ),
      listen('unhandledrejection', ({ reason }) => reason),
    ),
  }
}
