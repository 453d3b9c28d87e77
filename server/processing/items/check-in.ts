import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { isObject, type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { CheckInRecord, CheckInStatus, MonitorConfig } from '#server/processing/record.ts'
import { scrubOrNull } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseDurationMs } from './duration.ts'
import { parseMonitorConfig } from './monitor-config.ts'

/** Stands for the latest one in progress: https://develop.sentry.dev/sdk/telemetry/check-ins/#check-in-payload */
const LATEST = '0'.repeat(32)

export function parseCheckIn(
  payload: JsonObject,
  { receivedAt, newEventId }: ProcessingContext,
): ReadItem<CheckInRecord> {
  const monitorSlug = parseName(payload.monitor_slug)
  if (monitorSlug === undefined) throw invalid('no_monitor_slug', 'it has no monitor_slug')
  const status = parseStatus(payload.status)
  if (!status) throw invalid('invalid_check_in', 'its status is not one of in_progress, ok, error')
  const id = parseEventId(payload.check_in_id)
  const newId = newEventId()
  const contexts = isObject(payload.contexts) ? payload.contexts : {}
  const trace = isObject(contexts.trace) ? contexts.trace : {}
  const record: CheckInRecord = {
    kind: 'check_in',
    checkInId: id === LATEST ? null : (id ?? newId),
    newId,
    monitorSlug,
    status,
    durationMs: parseDurationMs(payload.duration),
    timestamp: receivedAt,
    traceId: parseTraceId(trace.trace_id) ?? null,
    release: parseName(payload.release) ?? null,
    environment: parseName(payload.environment) ?? 'production',
    monitorConfig: parseMonitorConfig(payload.monitor_config),
  }
  return { records: [record], outcomes: [] }
}

export function scrubCheckIn(record: CheckInRecord, scrubber: Scrubber): CheckInRecord {
  return {
    ...record,
    release: scrubOrNull(record.release, scrubber),
    environment: scrubber.text(record.environment),
    monitorSlug: scrubber.text(record.monitorSlug),
    monitorConfig: record.monitorConfig && scrubMonitor(record.monitorConfig, scrubber),
  }
}

function scrubMonitor(config: MonitorConfig, scrubber: Scrubber): MonitorConfig {
  const { schedule, timezone } = config
  return {
    ...config,
    schedule: schedule.type === 'crontab' ? { ...schedule, value: scrubber.text(schedule.value) } : schedule,
    timezone: scrubOrNull(timezone, scrubber),
  }
}

function parseStatus(value: unknown): CheckInStatus | undefined {
  return value === 'in_progress' || value === 'ok' || value === 'error' ? value : undefined
}

function parseName(value: unknown): string | undefined {
  return parseText(value, limits.nameChars, 'name', new Warnings())
}

function invalid(reason: string, message: string): RefusedItem {
  return new RefusedItem(400, reason, `Cannot read check-in: ${message}`)
}
