import type { DatabaseSync } from 'node:sqlite'
import type { CheckInRecord, CheckInStatus } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Arrived, Declined, RecordPort } from '#server/store/records/record-port.ts'
import { createMonitorRoom } from './monitor-room.ts'

const TOO_MANY = `Cannot store check-in: its project has ${limits.monitorsPerProject} monitors, all of them in use`
const OTHER_MONITOR = 'Cannot store check-in: its check_in_id belongs to another monitor'

type Row = { id: number; monitor_id: number; status: CheckInStatus }

/** A job's runs: told of when it starts and again, with the same id, when it is done. */
export function createCheckInPort(connection: DatabaseSync): RecordPort<CheckInRecord> {
  const findMonitor = connection.prepare('select id from monitor where project_id = ? and slug = ?')
  const countMonitors = connection.prepare('select count(*) as count from monitor where project_id = ?')
  const insertMonitor = connection.prepare(
    'insert into monitor (project_id, slug, config, created_at, last_at) values (?, ?, ?, ?, ?)',
  )
  const makeRoom = createMonitorRoom(connection)
  const noteHeard = connection.prepare('update monitor set last_at = ?1 where id = ?2 and last_at < ?1')
  const configure = connection.prepare(
    'update monitor set config = ?1 where id = ?2 and config is distinct from ?1',
  )
  const find = connection.prepare(
    'select id, monitor_id, status from check_in where project_id = ? and check_in_id = ?',
  )
  const findLatest = connection.prepare(`
    select id, monitor_id, status from check_in
    where monitor_id = ? and environment = ? and status = 'in_progress'
    order by received_at desc, id desc limit 1`)
  const insert = connection.prepare(`
    insert into check_in (project_id, monitor_id, check_in_id, status, environment, duration_ms, timestamp, received_at,
      updated_at, trace_id, release)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = connection.prepare(`
    update check_in set status = ?, updated_at = ?,
      duration_ms = coalesce(?, duration_ms, ? - received_at)
    where id = ?`)

  /** Undefined when the project has too many. */
  function upsertMonitor({ projectId, receivedAt, record }: Arrived<CheckInRecord>): number | undefined {
    const config = record.monitorConfig === null ? null : JSON.stringify(record.monitorConfig)
    const known = findMonitor.get(projectId, record.monitorSlug)
    if (known) {
      noteHeard.run(receivedAt, Number(known.id))
      if (config !== null) configure.run(config, Number(known.id))
      return Number(known.id)
    }
    // Each slug is a row for good, and anyone who knows a DSN may send any.
    const isFull = Number(countMonitors.get(projectId)?.count) >= limits.monitorsPerProject
    if (isFull && !makeRoom(projectId, receivedAt)) return undefined
    const { lastInsertRowid } = insertMonitor.run(
      ...[projectId, record.monitorSlug, config, receivedAt, receivedAt],
    )
    return Number(lastInsertRowid)
  }

  /** Gives why it was not taken. */
  function store(arrived: Arrived<CheckInRecord>): Omit<Declined, 'of'> | undefined {
    const { record, projectId, receivedAt } = arrived
    const monitorId = upsertMonitor(arrived)
    if (monitorId === undefined) return { outcome: 'invalid', reason: 'too_many_monitors', detail: TOO_MANY }
    const { checkInId, status, environment, durationMs } = record
    const begun = (
      checkInId === null ? findLatest.get(monitorId, environment) : find.get(projectId, checkInId)
    ) as Row | undefined // the queries' own columns
    if (!begun) {
      insert.run(
        ...[projectId, monitorId, checkInId ?? record.newId, status, environment, durationMs],
        ...[record.timestamp, receivedAt, receivedAt, record.traceId, record.release],
      )
      return undefined
    }
    if (begun.monitor_id !== monitorId) {
      return { outcome: 'invalid', reason: 'other_monitor', detail: OTHER_MONITOR }
    }
    // It is done, or the word of its start came after that of its end.
    if (begun.status !== 'in_progress') return { outcome: 'filtered', reason: 'superseded' }
    update.run(status, receivedAt, durationMs, receivedAt, begun.id)
    return undefined
  }

  return {
    nameOf: ({ checkInId, newId, status }) => `${checkInId ?? newId}:${status}`,
    isKnown(projectId, { checkInId, status }) {
      return checkInId !== null && find.get(projectId, checkInId)?.status === status
    },
    prepare: (arrived) => () =>
      arrived.flatMap((each) => {
        const declined = store(each)
        return declined ? [{ of: each, ...declined }] : []
      }),
  }
}
