import type { BrowserTelemetrySettings } from '../server/hosting/visit.ts'
import type { TelemetryAdapter } from '../telemetry/adapter.ts'
import { createConsoleAdapter } from '../telemetry/adapters/console.ts'
import { createEnvelopeAdapter } from '../telemetry/adapters/envelope.ts'
import { startBrowserTelemetry } from '../telemetry/browser.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { settingsMeta } from './telemetry-settings.ts'

// Fixed at build time by vite.config.ts, so that what is not chosen is not in the bundle.
declare const __TUNNEL_PATH__: string
declare const __BROWSER_TELEMETRY_ADAPTER__: string

/** This page's telemetry, undefined on the server. It starts when first imported: before React does. */
export const telemetry = import.meta.env.SSR ? undefined : start()

function start(): Telemetry {
  const settings = readSettings()
  return startBrowserTelemetry({
    adapters: createAdapters(settings),
    ...(settings && { release: settings.release, environment: settings.environment }),
  })
}

function createAdapters(settings: BrowserTelemetrySettings | undefined): TelemetryAdapter[] {
  if (settings === undefined || __BROWSER_TELEMETRY_ADAPTER__ === 'none') return []
  if (__BROWSER_TELEMETRY_ADAPTER__ === 'console') return [createConsoleAdapter()]
  return [createEnvelopeAdapter({ dsn: settings.dsn, tunnelPath: __TUNNEL_PATH__, keepalive: true })]
}

/** The server says in the document's head where to report to: it differs from installation to installation. */
function readSettings(): BrowserTelemetrySettings | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${settingsMeta}"]`)?.content
  return content === undefined ? undefined : (JSON.parse(content) as BrowserTelemetrySettings) // written by +Head
}
