import type { Breadcrumb } from './breadcrumbs.ts'
import type { Discards } from './client-report.ts'
import type { Clock } from './clock.ts'
import type { Contexts, TelemetryEvent } from './event.ts'
import { isIgnored } from './filters.ts'
import { limits } from './limits.ts'
import { normalizeData } from './normalize.ts'
import type { Scope } from './scope.ts'
import { sdk } from './sdk.ts'
import type { CaptureHint, RecordBreadcrumb, TelemetryOptions } from './telemetry.ts'
import { isObject } from './thrown.ts'

/** The event with all that is known put in, or undefined when it is to be left out. */
export function prepareEvent(
  event: TelemetryEvent,
  hint: CaptureHint,
  scope: Scope,
  options: TelemetryOptions,
  discards: Discards,
): TelemetryEvent | undefined {
  const known = scope.applyTo({ ...event, ...hintParts(hint) })
  const complete: TelemetryEvent = {
    ...known,
    level: hint.level ?? known.level,
    // Copies: what they hold may change before they are sent.
    contexts: copyRecord(known.contexts) as Contexts, // as below
    extra: copyRecord(known.extra),
    ...(options.release === undefined ? {} : { release: options.release }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.serverName === undefined ? {} : { server_name: options.serverName }),
    sdk,
  }
  if (isIgnored(complete, options)) {
    discards.count('event_processor', 'error')
    return undefined
  }
  const kept = lastWord(complete, options)
  if (!kept) discards.count('before_send', 'error')
  return kept
}

/** Copied before it is merged: a getter of the caller's that throws costs its value, not the event. */
function hintParts({ digest, tags, contexts, extra, request }: CaptureHint): Partial<TelemetryEvent> {
  const copied = copyRecord(contexts) as Contexts // a record of records stays one
  return {
    contexts: digest === undefined ? copied : { ...copied, error: { ...copied.error, digest } },
    extra: copyRecord(extra),
    ...(tags ? { tags } : {}),
    ...(request ? { request } : {}),
  }
}

function copyRecord(record: Record<string, unknown> = {}, depth?: number): Record<string, unknown> {
  const copy = normalizeData(record, depth)
  return isObject(copy) ? { ...copy } : {} // text stands for a record that could not be read at all
}

function lastWord(event: TelemetryEvent, { beforeSend }: TelemetryOptions): TelemetryEvent | undefined {
  if (!beforeSend) return event
  try {
    const kept = beforeSend(event)
    return isObject(kept) ? kept : undefined
  } catch {
    return undefined // it was to take something out, and it may not have come to that
  }
}

export function toBreadcrumb(crumb: Parameters<RecordBreadcrumb>[0], clock: Clock): Breadcrumb {
  const { data, message, ...rest } = crumb
  return {
    timestamp: clock() / 1000,
    ...rest,
    ...(message === undefined ? {} : { message: message.slice(0, limits.lineLength) }),
    // A copy: a crumb may wait for hours, and must neither change nor keep alive what it names.
    ...(data === undefined ? {} : { data: copyRecord(data, 4) }),
  }
}
