import { readEventId } from '#server/processing/normalize/event-id.ts'
import { readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { isObject, type JsonObject, readText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { CheckInRecord, CheckInStatus, MonitorConfig } from '#server/processing/record.ts'
import { scrubOrNull } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'
import { readDurationMs } from './duration.ts'
import { readMonitorConfig } from './monitor-config.ts'

/** Stands for the latest one in progress: https://develop.sentry.dev/sdk/telemetry/check-ins/#check-in-payload */
const LATEST = '0'.repeat(32)

export function readCheckIn(
  payload: JsonObject,
  { receivedAt, newEventId }: ProcessingContext,
): ReadItem<CheckInRecord> {
  const monitorSlug = readName(payload.monitor_slug)
  if (monitorSlug === undefined) throw invalid('no_monitor_slug', 'it has no monitor_slug')
  const status = readStatus(payload.status)
  if (!status) throw invalid('invalid_check_in', 'its status is not one of in_progress, ok, error')
  const id = readEventId(payload.check_in_id)
  const newId = newEventId()
  const contexts = isObject(payload.contexts) ? payload.contexts : {}
  const trace = isObject(contexts.trace) ? contexts.trace : {}
  const record: CheckInRecord = {
    kind: 'check_in',
    checkInId: id === LATEST ? null : (id ?? newId),
    newId,
    monitorSlug,
    status,
    durationMs: readDurationMs(payload.duration),
    timestamp: receivedAt,
    traceId: readTraceId(trace.trace_id) ?? null,
    release: readName(payload.release) ?? null,
    environment: readName(payload.environment) ?? 'production',
    monitorConfig: readMonitorConfig(payload.monitor_config),
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

function readStatus(value: unknown): CheckInStatus | undefined {
  return value === 'in_progress' || value === 'ok' || value === 'error' ? value : undefined
}

function readName(value: unknown): string | undefined {
  return readText(value, limits.nameChars, 'name', new Warnings())
}

function invalid(reason: string, matter: string): RefusedItem {
  return new RefusedItem(400, reason, `Cannot read check-in: ${matter}`)
}
