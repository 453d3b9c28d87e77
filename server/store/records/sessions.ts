import type { SessionHealth, SessionRecord } from '#server/processing/record.ts'
import { change, insert, read, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, type RowOf, tableOf } from '#server/store/rows/table.ts'
import type { Arrived, Declined, Owned, RecordPort } from './record-port.ts'
import type { SessionChange } from './session-change.ts'

const WORST_LAST: readonly SessionHealth[] = ['healthy', 'errored', 'abnormal', 'unhandled', 'crashed']

const KEY = ['project_id', 'session_id'] as const
const STATE = ['sequence', 'health', 'has_ended', 'errors', 'duration_ms'] as const
const TOLD_FIRST = ['started_at', 'release', 'environment'] as const

const SESSION = tableOf('release_session')({ key: KEY, keep: [...STATE, ...TOLD_FIRST] })
const SESSION_STATE = tableOf('release_session')({ key: KEY, replace: STATE })
const NEW_SESSION = appendedTo('release_session')([...KEY, ...STATE, ...TOLD_FIRST, 'received_at'])

type State = Pick<SessionRecord, 'sequence' | 'health' | 'hasEnded' | 'errors'>
type Row = RowOf<typeof SESSION>
type NewRow = Row & { received_at: number }

/**
 * A session is told of several times and counted once: an update takes what was counted for it away and counts it
 * anew, in the same transaction.
 */
export function createSessionPort(): RecordPort<SessionRecord> {
  return {
    nameOf: ({ sessionId, sequence, health, hasEnded, errors }) =>
      `${sessionId}:${sequence}:${health}:${hasEnded}:${errors}`,
    *findKnown(sessions) {
      const rows = yield* readSessions(sessions)
      return sessions.map((session) => {
        const row = rows.get(nameOf(session))
        return row !== undefined && isSame(session.record, toState(row))
      })
    },
    prepare: (sessions) => (counts) => storeSessions(sessions, counts.sessions),
  }
}

/** Adds what the hours have to learn to the changes. Gives the updates that came too late. */
function* storeSessions(
  sessions: readonly Arrived<SessionRecord>[],
  changes: SessionChange[],
): Steps<Declined[]> {
  const rows = yield* readSessions(sessions)
  const fresh: NewRow[] = []
  const changed = new Set<Row>()
  const late: Declined[] = []
  for (const session of sessions) {
    const name = nameOf(session)
    const row = rows.get(name)
    if (row === undefined) {
      const newRow = toRow(session)
      rows.set(name, newRow)
      fresh.push(newRow)
      changes.push(toChange(session, newRow, 1))
    } else if (isNewer(session.record, toState(row))) {
      changes.push({ ...toChange(session, row, -1), userHash: null })
      Object.assign(row, stateOf(session.record), {
        duration_ms: session.record.durationMs ?? row.duration_ms,
      })
      changes.push(toChange(session, row, 1))
      changed.add(row)
    } else late.push({ of: session, outcome: 'filtered', reason: 'superseded' })
  }
  for (const row of fresh) changed.delete(row)
  yield* insert(NEW_SESSION, fresh)
  yield* change(SESSION_STATE, [...changed])
  return late
}

/** The stored sessions, by name. */
function* readSessions(sessions: readonly Owned<SessionRecord>[]): Steps<Map<string, Row>> {
  const keys = new Map(sessions.map((session) => [nameOf(session), toKey(session)]))
  const found = yield* read(SESSION, [...keys.values()])
  return new Map(
    Array.from(keys).flatMap(([name, key], place) => {
      const values = found[place]
      return values ? [[name, { ...key, ...values }]] : []
    }),
  )
}

function nameOf({ projectId, record }: Owned<SessionRecord>): string {
  return `${projectId}:${record.sessionId}`
}

function toKey({ projectId, record }: Owned<SessionRecord>) {
  return { project_id: projectId, session_id: record.sessionId }
}

function toRow(session: Arrived<SessionRecord>): NewRow {
  const { durationMs, startedAt, release, environment } = session.record
  const toldFirst = { started_at: startedAt, release, environment, received_at: session.receivedAt }
  return { ...toKey(session), ...stateOf(session.record), duration_ms: durationMs, ...toldFirst }
}

function stateOf({ sequence, health, hasEnded, errors }: State) {
  return { sequence, health, has_ended: hasEnded ? 1 : 0, errors }
}

function toState({ sequence, health, has_ended, errors }: Row): State {
  return { sequence, health: health as SessionHealth, hasEnded: has_ended === 1, errors } // only this file writes it
}

/** Adds a session to the counts, or subtracts it, with the values of its row. */
function toChange(
  { projectId, receivedAt, record }: Arrived<SessionRecord>,
  row: Row,
  quantity: 1 | -1,
): SessionChange {
  const { release, environment, started_at: startedAt } = row
  const { health } = toState(row)
  const { userHash, anr } = record
  return {
    ...{ projectId, receivedAt, release, environment, startedAt, health, quantity, userHash },
    ...(anr !== null && { anr }),
  }
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
