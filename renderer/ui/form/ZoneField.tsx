import type { ActionResult } from '#renderer/page/action.ts'
import { escapeHtml } from '#renderer/shell/html.ts'
import { SelectField, type SelectOption } from './SelectField.tsx'

interface ZoneFieldProps {
  label: string
  name: string
  chosen: string
  zones: readonly string[]
  /** An option before all zones, such as “Same as browser”. */
  first?: SelectOption | undefined
  result?: ActionResult | undefined
}

/** A select of time zones. There are hundreds, so their options are rendered once, as HTML. */
export function ZoneField({ zones, first, chosen, ...rest }: ZoneFieldProps) {
  const html = (first === undefined ? '' : optionHtml(first)) + htmlOf(zones)
  return <SelectField {...rest} chosen={chosen} options={{ html: choose(html, chosen) }} />
}

const htmlOfZones = new WeakMap<readonly string[], string>()

/** Caches the HTML by the list, because the server passes the same list in every request. */
function htmlOf(zones: readonly string[]): string {
  const html = htmlOfZones.get(zones) ?? zones.map((name) => optionHtml({ value: name, name })).join('')
  htmlOfZones.set(zones, html)
  return html
}

function optionHtml({ value, name }: SelectOption): string {
  return `${startOf(value)}>${escapeHtml(name)}</option>`
}

function startOf(value: string): string {
  return `<option value="${escapeHtml(value)}"`
}

/** Marks the option for browsers without JavaScript, as React does. */
function choose(html: string, value: string): string {
  const start = `${startOf(value)}>`
  const place = html.indexOf(start)
  if (place === -1) return html
  return `${html.slice(0, place)}${startOf(value)} selected="">${html.slice(place + start.length)}`
}
