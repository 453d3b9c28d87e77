import type { BrowserTelemetrySettings } from '#server/hosting/visit.ts'
import { startBrowserTracing } from '#telemetry/browser/tracing.ts'
import { startBrowserTelemetry } from '#telemetry/browser.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { createBrowserAdapter } from './browser-adapters.ts'
import { deferTraces } from './deferred-delivery.ts'
import { settingsMeta } from './settings.ts'

/**
 * The telemetry of this page; undefined on the server. It starts with the first import, which is before
 * React.
 */
const started = import.meta.env.SSR ? undefined : start()

export const telemetry = started?.telemetry
export const tracing = started?.tracing

function start() {
  const settings = readSettings()
  const discards = createDiscards()
  const telemetry = startBrowserTelemetry({
    adapter: deferTraces(createBrowserAdapter(settings, discards), window, setTimeout),
    discards,
    ...settings,
  })
  const tracing = startBrowserTracing(telemetry, settings ?? {})
  return { telemetry, tracing }
}

/** Reads from the document's head where to report to, which differs between installations. */
function readSettings(): BrowserTelemetrySettings | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${settingsMeta}"]`)?.content
  // +headHtmlEnd has written this.
  return content ? (JSON.parse(content) as BrowserTelemetrySettings) : undefined
}
