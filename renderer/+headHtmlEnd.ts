import type { PageContextServer } from 'vike/types'
import type { Theme } from '#server/hosting/preferences.ts'
import { metaHtml } from './shell/html.ts'
import { zoneScript } from './shell/zone-script.ts'
import { settingsMeta } from './telemetry/settings.ts'

/**
 * Sets the document's theme, tells the browser which trace to continue and where to report, and asks for its
 * time zone.
 */
export default function headHtmlEnd({ visit }: PageContextServer): string {
  if (visit === undefined) return themeHtml.system
  const tags = visit.traceMeta().map(({ name, content }) => metaHtml(name, content))
  if (visit.browserTelemetry !== undefined) tags.push(settingsHtml(visit.browserTelemetry))
  return themeHtml[visit.preferences.theme] + tags.join('') + zoneScript(visit)
}

/** `--paper` of tokens.css, in a colour notation that every browser's title bar understands. */
const paper = { light: '#fbfaf8', dark: '#12100e' }

const themeHtml: Readonly<Record<Theme, string>> = {
  light: chosenTheme('light'),
  dark: chosenTheme('dark'),
  system:
    metaHtml('color-scheme', 'light dark') +
    (['light', 'dark'] as const)
      .map(
        (scheme) =>
          `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${paper[scheme]}">`,
      )
      .join(''),
}

function chosenTheme(theme: 'light' | 'dark'): string {
  return metaHtml('color-scheme', theme) + metaHtml('theme-color', paper[theme])
}

let written: { settings: object; html: string } | undefined

/** These settings are the same for all visitors. */
function settingsHtml(settings: object): string {
  if (written?.settings !== settings) {
    written = { settings, html: metaHtml(settingsMeta, JSON.stringify(settings)) }
  }
  return written.html
}
