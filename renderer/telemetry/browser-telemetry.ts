import type { BrowserTelemetrySettings } from '#server/hosting/visit.ts'
import { startBrowserTracing } from '#telemetry/browser/tracing.ts'
import { startBrowserTelemetry } from '#telemetry/browser.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { createBrowserAdapter } from './browser-adapters.ts'
import { deferTraces } from './deferred-delivery.ts'
import { settingsMeta } from './settings.ts'

/** This page's telemetry, undefined on the server. It starts when first imported: before React does. */
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

/** The server says in the document's head where to report to: it differs from installation to installation. */
function readSettings(): BrowserTelemetrySettings | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${settingsMeta}"]`)?.content
  return content ? (JSON.parse(content) as BrowserTelemetrySettings) : undefined // written by +headHtmlEnd
}
