import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '#server/protocol/time.ts'

/** A monitor that checked in over so long a time is somebody's, */
const ESTABLISHED_MS = 7 * DAY_MS
/** unless it fell silent for longer than this. */
const SILENT_MS = 30 * DAY_MS
/** Deleting more at once would keep other senders waiting. */
const MOST_CHECK_INS = 1_000
/** Candidates that are looked at before a project counts as full. */
const MOST_LOOKED_AT = 20

/**
 * Anyone who knows a DSN may check in by any name. When a project has as many monitors as it may, one that was heard of
 * once, or for a few days, gives its place to a new one: first those whose schedule nobody has told, the longest silent
 * first. True when there is room now. Needs a transaction.
 */
export function createMonitorRoom(connection: DatabaseSync): (projectId: number, now: number) => boolean {
  const listCandidates = connection.prepare(`
    select id from monitor
    where project_id = ? and (last_at - created_at < ${ESTABLISHED_MS} or last_at < ?)
    order by config is not null, last_at > created_at, last_at, id limit ${MOST_LOOKED_AT}`)
  const findSurplus = connection.prepare(
    `select 1 from check_in where monitor_id = ? limit 1 offset ${MOST_CHECK_INS}`,
  )
  const removal = createMonitorRemoval(connection)
  return (projectId, now) => {
    for (const { id } of listCandidates.all(projectId, now - SILENT_MS)) {
      if (findSurplus.get(Number(id)) !== undefined) continue
      removal.removeCheckIns(Number(id), MOST_CHECK_INS)
      removal.removeMonitor(Number(id))
      return true
    }
    return false
  }
}

function createMonitorRemoval(connection: DatabaseSync) {
  const removeCheckIns = connection.prepare(
    'delete from check_in where id in (select id from check_in where monitor_id = ? limit ?)',
  )
  const removeMonitor = connection.prepare('delete from monitor where id = ?')
  return {
    /** Gives how many went: fewer than were asked for when none is left. */
    removeCheckIns: (monitorId: number, most: number) => Number(removeCheckIns.run(monitorId, most).changes),
    removeMonitor: (monitorId: number) => removeMonitor.run(monitorId),
  }
}
