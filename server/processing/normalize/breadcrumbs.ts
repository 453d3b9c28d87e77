import type { NormalizedBreadcrumb } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { readLevel } from './level.ts'
import { readTime } from './time.ts'
import { isObject, type JsonObject, listOf, readText, readTreeObject, type Warnings } from './untrusted.ts'

/** The last ones tell what led to the failure. One without a time gets the event's. */
export function readBreadcrumbs(
  value: unknown,
  eventTime: number,
  warnings: Warnings,
): NormalizedBreadcrumb[] {
  const crumbs = listOf(value).filter(isObject)
  if (crumbs.length > limits.breadcrumbs) {
    warnings.add(`breadcrumbs: the last ${limits.breadcrumbs} of ${crumbs.length} were kept`)
  }
  return crumbs.slice(-limits.breadcrumbs).map((crumb) => readBreadcrumb(crumb, eventTime, warnings))
}

function readBreadcrumb(crumb: JsonObject, eventTime: number, warnings: Warnings): NormalizedBreadcrumb {
  const message = readText(crumb.message, limits.messageChars, 'breadcrumb message', warnings)
  const type = readText(crumb.type, limits.nameChars, 'breadcrumb type', warnings) ?? 'default'
  return {
    timestamp: readTime(crumb.timestamp) ?? eventTime,
    type,
    category: readText(crumb.category, limits.nameChars, 'breadcrumb category', warnings) ?? type,
    level: readLevel(crumb.level, 'info'),
    ...(message === undefined ? {} : { message }),
    ...(isObject(crumb.data) ? { data: readTreeObject(crumb.data, 'breadcrumb data', warnings) } : {}),
  }
}
