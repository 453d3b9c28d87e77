import { type ClockDriftMs, correctSeconds } from '#server/processing/clock-drift.ts'
import type { NormalizedBreadcrumb } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseEventId } from './event-id.ts'
import { parseLevel } from './level.ts'
import { parseInstant } from './time.ts'
import { isObject, type JsonObject, listOf, parseText, parseTreeObject, type Warnings } from './untrusted.ts'

/** Of the event, corrected, and what corrected it. */
interface EventClock {
  timestamp: number
  driftMs: ClockDriftMs
}

/** The last ones tell what led to the failure. One without a time gets the event's. */
export function parseBreadcrumbs(
  value: unknown,
  clock: EventClock,
  warnings: Warnings,
): NormalizedBreadcrumb[] {
  const crumbs = listOf(value).filter(isObject)
  if (crumbs.length > limits.breadcrumbs) {
    warnings.add(`breadcrumbs: the last ${limits.breadcrumbs} of ${crumbs.length} were kept`)
  }
  return crumbs.slice(-limits.breadcrumbs).map((crumb) => parseBreadcrumb(crumb, clock, warnings))
}

function parseBreadcrumb(crumb: JsonObject, clock: EventClock, warnings: Warnings): NormalizedBreadcrumb {
  const message = parseText(crumb.message, limits.messageChars, 'breadcrumb message', warnings)
  const eventId = parseEventId(crumb.event_id)
  const type = parseText(crumb.type, limits.nameChars, 'breadcrumb type', warnings) ?? 'default'
  const timestamp = parseInstant(crumb.timestamp)
  return {
    timestamp: timestamp === undefined ? clock.timestamp : correctSeconds(timestamp, clock.driftMs),
    type,
    category: parseText(crumb.category, limits.nameChars, 'breadcrumb category', warnings) ?? type,
    level: parseLevel(crumb.level, 'info'),
    ...(message === undefined ? {} : { message }),
    ...(eventId === undefined ? {} : { event_id: eventId }),
    ...(isObject(crumb.data) ? { data: parseTreeObject(crumb.data, 'breadcrumb data', warnings) } : {}),
  }
}
