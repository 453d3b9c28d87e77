import type { BrowserTelemetrySettings } from '#server/hosting/visit.ts'
import { combineAdapters, type TelemetryAdapter } from '#telemetry/adapter.ts'
import { createConsoleAdapter } from '#telemetry/adapters/console.ts'
import { createBrowserEnvelopeAdapter } from '#telemetry/adapters/envelope-browser.ts'
import { createOtlpAdapter } from '#telemetry/adapters/otlp.ts'
import { createSentryReactAdapter } from '#telemetry/adapters/sentry-react.ts'
import type { Discards } from '#telemetry/transport/client-report.ts'
import { createLateQueue } from '#telemetry/transport/late-queue.ts'

// vite.config.ts replaces these at build time, each by its own name. Code behind a false one is not in the
// bundle.
declare const __TUNNEL_PATH__: string
declare const __ENVELOPE_ADAPTER__: boolean
declare const __SENTRY_ADAPTER__: boolean
declare const __OTLP_ADAPTER__: boolean
declare const __CONSOLE_ADAPTER__: boolean
declare const __SEVERAL_ADAPTERS__: boolean

/**
 * Creates the adapters that `BROWSER_TELEMETRY_ADAPTER` names, as one adapter. The code that combines
 * several is only in the bundle if there are several.
 */
export function createBrowserAdapter(
  settings: BrowserTelemetrySettings | undefined,
  discards: Discards,
): Pick<TelemetryAdapter, 'deliver' | 'flush' | 'close'> {
  if (!settings) return noAdapter
  const { dsn, otlp } = settings
  const tunnelPath = __TUNNEL_PATH__
  const adapters: TelemetryAdapter[] = []
  if (__ENVELOPE_ADAPTER__ && dsn) {
    const queue = createLateQueue(window, settings)
    adapters.push(createBrowserEnvelopeAdapter({ url: tunnelPath, dsn, queue, discards }))
  }
  if (__SENTRY_ADAPTER__ && dsn)
    adapters.push(createSentryReactAdapter({ ...settings, dsn, tunnelPath, discards }))
  if (__OTLP_ADAPTER__) {
    // A beacon cannot carry JSON to another origin. This function refuses it, so that requests during a
    // page's end use keepalive.
    const beacon = (): boolean => false
    adapters.push(createOtlpAdapter({ ...otlp, serviceName: 'crumbtrail-browser', discards, beacon }))
  }
  if (__CONSOLE_ADAPTER__) adapters.push(createConsoleAdapter())
  if (__SEVERAL_ADAPTERS__) return combineAdapters(adapters, discards, Date.now)
  return adapters[0] ?? noAdapter
}

const noAdapter = { deliver() {}, flush: async () => true, close: async () => true }
