import type { Kysely } from 'kysely'
import type { EventDetail, EventLogs } from '#server/models/events.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import type { LogLevel } from '#server/processing/record.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import {
  type LogAround,
  listProjectLogsAround,
  listTraceLogsAround,
} from '#server/store/records/read/logs-around.ts'
import type { Database } from '#server/store/schema/schema.ts'

const AROUND_MS = 30 * SECOND_MS
/** As many lines as are read at a glance: most of them tell what led to the event. */
const MOST_BEFORE = 10
const MOST_AFTER = 5
const MOST_OF_TRACE = 500
/** A project logs more than that in a minute only when nobody reads it. The attributes of each are unpacked. */
const MOST_OF_PROJECT = 300

/**
 * Lists the logs around an event: those of its trace, or without any those of the same server or user within half a
 * minute. Null when there are none.
 */
export async function listLogsAround(db: Kysely<Database>, event: EventDetail): Promise<EventLogs | null> {
  const { timestamp, payload, projectId } = event
  const span = { fromUs: (timestamp - AROUND_MS) * 1000, toUs: (timestamp + AROUND_MS) * 1000 }
  const traceId = parseTraceId(payload.contexts.trace?.trace_id)
  if (traceId !== undefined) {
    const ofTrace = await listTraceLogsAround(db, traceId, span, MOST_OF_TRACE)
    if (ofTrace.length > 0) return { by: 'trace', traceId, logs: nearest(ofTrace, timestamp) }
  }
  const server = payload.server_name
  const user = payload.user?.id
  if (server === undefined && user === undefined) return null
  const ofProject = await listProjectLogsAround(db, projectId, span, MOST_OF_PROJECT)
  const ofUser = ofProject.filter(({ attributes }) => user !== undefined && attributes['user.id'] === user)
  if (ofUser.length > 0) return { by: 'user', traceId: null, logs: nearest(ofUser, timestamp) }
  const ofServer = ofProject.filter(
    ({ attributes }) =>
      server !== undefined && (attributes['server.address'] === server || attributes['host.name'] === server),
  )
  return ofServer.length === 0 ? null : { by: 'server', traceId: null, logs: nearest(ofServer, timestamp) }
}

function nearest(logs: readonly LogAround[], timestamp: number): EventLogs['logs'] {
  const isBefore = ({ timestampUs }: LogAround) => timestampUs <= timestamp * 1000
  return [
    ...logs.filter(isBefore).slice(-MOST_BEFORE),
    ...logs.filter((log) => !isBefore(log)).slice(0, MOST_AFTER),
  ].map(({ id, timestampUs, level, body }) => ({
    id,
    timestampMs: timestampUs / 1000,
    level: level as LogLevel, // the writer stores normalized levels only
    body,
  }))
}
