import { valueText } from '#renderer/views/event/facts/value-text.ts'
import type { NormalizedBreadcrumb } from '#server/processing/event.ts'

export type CrumbKind = 'navigation' | 'http' | 'ui' | 'console' | 'other'

export interface CrumbText {
  kind: CrumbKind
  text: string
  /** The data that the text does not mention. */
  rest: [string, string][]
}

/**
 * Describes a breadcrumb in one line, after
 * https://develop.sentry.dev/sdk/data-model/event-payloads/breadcrumbs/
 */
export function describeCrumb(crumb: NormalizedBreadcrumb): CrumbText {
  const kind = kindOf(crumb)
  const [text, mentioned] = textOf(crumb, kind)
  const { data = {}, event_id } = crumb
  const rest = Object.entries(event_id === undefined ? data : { ...data, event_id })
    .filter(([name]) => !mentioned.includes(name))
    .map(([name, value]): [string, string] => [name, valueText(value)])
  return { kind, text, rest }
}

function kindOf({ type, category }: NormalizedBreadcrumb): CrumbKind {
  if (type === 'navigation' || category === 'navigation') return 'navigation'
  if (type === 'http' || /^(http|fetch|xhr)$/.test(category)) return 'http'
  if (category === 'ui' || category.startsWith('ui.')) return 'ui'
  return category === 'console' ? 'console' : 'other'
}

/** Returns the text, and the names of the data that it mentions. */
function textOf({ message, data = {}, category }: NormalizedBreadcrumb, kind: CrumbKind): [string, string[]] {
  const { from, to, method, url, status_code } = data
  if (kind === 'navigation' && isText(to)) return [isText(from) ? `${from} → ${to}` : to, ['from', 'to']]
  if (kind === 'http' && isText(url)) {
    const request = isText(method) ? `${method.toUpperCase()} ${url}` : url
    const status = typeof status_code === 'number' || isText(status_code) ? ` ${status_code}` : ''
    return [request + status, ['method', 'url', 'status_code']]
  }
  return [isText(message) ? message : category, []]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
