import type { PageContextServer } from 'vike/types'
import { metaHtml } from './html.ts'
import { settingsMeta } from './telemetry-settings.ts'

/** By these a page's browser goes on with the trace of the request that answered it, and knows where to report. */
export default function headHtmlEnd({ visit }: PageContextServer): string {
  if (visit === undefined) return ''
  const tags = visit.traceMeta().map(({ name, content }) => metaHtml(name, content))
  if (visit.browserTelemetry !== undefined) tags.push(settingsHtml(visit.browserTelemetry))
  return tags.join('')
}

let written: { settings: object; html: string } | undefined

/** The same for all visitors of a desk. */
function settingsHtml(settings: object): string {
  if (written?.settings !== settings) {
    written = { settings, html: metaHtml(settingsMeta, JSON.stringify(settings)) }
  }
  return written.html
}
