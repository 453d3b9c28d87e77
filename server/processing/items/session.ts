import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { parseInstant } from '#server/processing/normalize/time.ts'
import {
  isObject,
  type JsonObject,
  parseInteger,
  parseText,
  Warnings,
} from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type {
  AnrMechanism,
  SessionCountsRecord,
  SessionHealth,
  SessionRecord,
} from '#server/processing/record.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { hashUser } from '#server/processing/user-hash.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseDurationMs } from './duration.ts'

const RANKED_COUNTS = ['exited', 'errored', 'abnormal', 'unhandled', 'crashed'] as const
const HEALTH_BY_STATUS: ReadonlyMap<unknown, SessionHealth> = new Map<string, SessionHealth>([
  ['ok', 'healthy'],
  ['exited', 'healthy'],
  ['errored', 'errored'],
  ['abnormal', 'abnormal'],
  ['unhandled', 'unhandled'],
  ['crashed', 'crashed'],
])

/** One session's state: https://develop.sentry.dev/sdk/telemetry/sessions/#session-update-payload */
export function parseSession(
  payload: JsonObject,
  { receivedAt }: ProcessingContext,
): ReadItem<SessionRecord> {
  const sessionId = parseEventId(payload.sid)
  if (sessionId === undefined) throw invalid('invalid_session', 'session', 'its sid is not a UUID')
  const health = HEALTH_BY_STATUS.get(payload.status ?? 'ok')
  if (!health) throw invalid('invalid_session', 'session', 'its status is unknown')
  const errors = clampCount(payload.errors)
  const updatedAt = parseMillis(payload.timestamp, receivedAt) ?? receivedAt
  const record: SessionRecord = {
    kind: 'session',
    sessionId,
    sequence: Math.max(0, parseInteger(payload.seq) ?? updatedAt),
    health: health === 'healthy' && errors > 0 ? 'errored' : health,
    hasEnded: payload.status !== undefined && payload.status !== 'ok',
    errors,
    startedAt: parseMillis(payload.started, receivedAt) ?? updatedAt,
    durationMs: parseDurationMs(payload.duration),
    userHash: parseUserHash(payload.did),
    anr: health === 'abnormal' ? parseAnr(payload.abnormal_mechanism) : null,
    ...parseAttrs(payload.attrs),
  }
  return { records: [record], outcomes: [] }
}

/** Sessions counted by the SDK: https://develop.sentry.dev/sdk/telemetry/sessions/#session-aggregates-payload */
export function parseSessionCounts(
  payload: JsonObject,
  { receivedAt }: ProcessingContext,
): ReadItem<SessionCountsRecord> {
  const { aggregates } = payload
  if (!Array.isArray(aggregates) || aggregates.length === 0) {
    throw invalid('invalid_session', 'sessions', 'there are no aggregates')
  }
  if (aggregates.length > limits.sessionAggregates) {
    throw invalid('too_many_items', 'sessions', `there are more than ${limits.sessionAggregates} aggregates`)
  }
  const counts = aggregates.filter(isObject).flatMap((aggregate) => parseCounts(aggregate, receivedAt))
  const record: SessionCountsRecord = { kind: 'session_counts', counts, ...parseAttrs(payload.attrs) }
  return { records: [record], outcomes: [] }
}

/** All else in them are ids, numbers and hashes. */
export function scrubSession<Read extends { release: string; environment: string }>(
  record: Read,
  { text }: Scrubber,
): Read {
  return { ...record, release: text(record.release), environment: text(record.environment) }
}

function parseCounts(aggregate: JsonObject, receivedAt: number): SessionCountsRecord['counts'] {
  const startedAt = parseMillis(aggregate.started, receivedAt) ?? receivedAt
  const userHash = parseUserHash(aggregate.did)
  return RANKED_COUNTS.flatMap((name) => {
    const quantity = clampCount(aggregate[name])
    const health = name === 'exited' ? 'healthy' : name
    return quantity > 0 ? [{ startedAt, health, quantity, userHash }] : []
  })
}

function parseAttrs(attrs: unknown): { release: string; environment: string } {
  const given = isObject(attrs) ? attrs : {}
  const read = (name: string) => parseText(given[name], limits.nameChars, name, new Warnings())
  const release = read('release')
  if (release === undefined) throw invalid('no_release', 'session', 'its attrs have no release')
  return { release, environment: read('environment') ?? 'production' }
}

/** People are counted by what tells them apart; who they are is not kept. */
function parseUserHash(did: unknown): number | null {
  const name = parseText(did, limits.nameChars, 'did', new Warnings())
  return name === undefined ? null : hashUser(name)
}

/** Any other mechanism is no ANR. Aggregates have none: they say only how many sessions were abnormal. */
function parseAnr(mechanism: unknown): AnrMechanism | null {
  return mechanism === 'anr_foreground' || mechanism === 'anr_background' ? mechanism : null
}

/** Nothing has begun in the future: a client's clock that is ahead would open an hour that is not there yet. */
function parseMillis(value: unknown, receivedAt: number): number | undefined {
  const seconds = parseInstant(value)
  return seconds === undefined ? undefined : Math.min(Math.round(seconds * 1000), receivedAt)
}

function clampCount(value: unknown): number {
  return Math.min(Math.max(0, parseInteger(value) ?? 0), 1_000_000)
}

function invalid(reason: string, name: string, message: string): RefusedItem {
  return new RefusedItem(400, reason, `Cannot read ${name}: ${message}`)
}
