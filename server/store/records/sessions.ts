import type { DatabaseSync } from 'node:sqlite'
import type { SessionCountsRecord, SessionHealth, SessionRecord } from '#server/processing/record.ts'
import type { Arrived, Declined, RecordPort } from './record-port.ts'
import type { SessionChange } from './session-change.ts'

const WORST_LAST: readonly SessionHealth[] = ['healthy', 'errored', 'abnormal', 'unhandled', 'crashed']

interface State {
  sequence: number
  health: SessionHealth
  hasEnded: boolean
  errors: number
}

type Row = {
  id: number
  sequence: number
  health: SessionHealth
  has_ended: number
  errors: number
  started_at: number
  release: string
  environment: string
}

/**
 * A session is told of several times and counted once: an update takes what was counted for it away and counts it
 * anew, in the same transaction.
 */
export function createSessionPort(connection: DatabaseSync): RecordPort<SessionRecord> {
  const find = connection.prepare(`
    select id, sequence, health, has_ended, errors, started_at, release, environment
    from release_session where project_id = ? and session_id = ?`)
  const insert = connection.prepare(`
    insert into release_session (project_id, session_id, sequence, health, has_ended, errors, started_at, duration_ms,
      release, environment, received_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = connection.prepare(`
    update release_session set sequence = ?, health = ?, has_ended = ?, errors = ?,
      duration_ms = coalesce(?, duration_ms)
    where id = ?`)
  const findRow = (projectId: number, sessionId: string) => find.get(projectId, sessionId) as Row | undefined // the query's own columns

  /** What the hours have to learn; undefined for an update that came too late. */
  function store({ record, projectId, receivedAt }: Arrived<SessionRecord>): SessionChange[] | undefined {
    const { sessionId, sequence, health, errors, startedAt, durationMs, release, environment, userHash } =
      record
    const hasEnded = record.hasEnded ? 1 : 0
    const row = findRow(projectId, sessionId)
    if (!row) {
      insert.run(
        ...[projectId, sessionId, sequence, health, hasEnded, errors, startedAt, durationMs],
        ...[release, environment, receivedAt],
      )
      return [{ projectId, receivedAt, release, environment, startedAt, health, quantity: 1, userHash }]
    }
    if (!isNewer(record, toState(row))) return undefined
    update.run(sequence, health, hasEnded, errors, durationMs, row.id)
    const counted = {
      projectId,
      receivedAt,
      release: row.release,
      environment: row.environment,
      startedAt: row.started_at,
    }
    return [
      { ...counted, health: row.health, quantity: -1, userHash: null },
      { ...counted, health, quantity: 1, userHash },
    ]
  }

  return {
    nameOf: ({ sessionId, sequence, health, hasEnded, errors }) =>
      `${sessionId}:${sequence}:${health}:${hasEnded}:${errors}`,
    isKnown(projectId, record) {
      const row = findRow(projectId, record.sessionId)
      return row !== undefined && isSame(record, toState(row))
    },
    prepare: (sessions) => (counts) => {
      const late: Declined[] = []
      for (const session of sessions) {
        const changes = store(session)
        if (changes) counts.sessions.push(...changes)
        else late.push({ of: session, outcome: 'filtered', reason: 'superseded' })
      }
      return late
    },
  }
}

function toState({ sequence, health, has_ended, errors }: Row): State {
  return { sequence, health, hasEnded: has_ended === 1, errors }
}

function isSame(a: State, b: State): boolean {
  return (
    a.sequence === b.sequence && a.health === b.health && a.errors === b.errors && a.hasEnded === b.hasEnded
  )
}

/** SDKs that number by the clock may tell twice in one millisecond: then what is further on counts. */
function isNewer(update: State, known: State): boolean {
  if (update.sequence !== known.sequence) return update.sequence > known.sequence
  const isFurther =
    WORST_LAST.indexOf(update.health) > WORST_LAST.indexOf(known.health) || update.errors > known.errors
  return isFurther || (update.hasEnded && !known.hasEnded)
}

/** Sessions that were counted by the SDK are only added up. */
export function createSessionCountsPort(): RecordPort<SessionCountsRecord> {
  return {
    nameOf: () => undefined,
    isKnown: () => false,
    prepare: (arrived) => (counts) => {
      for (const { projectId, receivedAt, record } of arrived) {
        const { release, environment } = record
        for (const count of record.counts) {
          counts.sessions.push({ ...count, projectId, receivedAt, release, environment })
        }
      }
      return []
    },
  }
}
