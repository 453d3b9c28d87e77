import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '#server/protocol/time.ts'
import { createBlockRemoval } from '#server/store/engine/empty-blocks.ts'
import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { createEventDeletion } from './delete-event.ts'

/** Their `id` grows in the order of arrival. A row goes before the one that it refers to. */
const TABLES = tablesWith({ expires: 'by arrival' })
const WITH_BLOCKS: ReadonlySet<string> = new Set(tablesWith({ hasBlock: true }))

/** Between two looks at the time: a row may cost several reads of a disk that has forgotten it. */
const ROWS_AT_ONCE = 16
/**
 * Rows lie in the order of their arrival, but for clocks that jumped. After so many that no project would delete there
 * is nothing old; those with a time that is still to come say nothing, and are passed over. So is what one project
 * keeps for longer than another one: each pass reads it again.
 */
const YOUNG_ROWS = 2_000

/** Deletes rows until the time is up; true while there is more to look at. Needs a transaction. */
export function createRowExpiry(connection: DatabaseSync) {
  // The temporary table belongs to this connection alone. It is compared with each row, so that the rows of all
  // projects are looked at in one order.
  connection.exec(
    'create temp table if not exists cutoff (project_id integer primary key, time integer not null)',
  )
  const removeCutoffs = connection.prepare('delete from cutoff')
  const insertCutoff = connection.prepare('insert into cutoff (project_id, time) values (?, ?)')
  const tables = TABLES.map((table) => createTableExpiry(connection, table))
  let current = 0

  /** Gives the youngest of them. */
  function putCutoffs(retention: readonly StoredRetention[], now: number): number {
    removeCutoffs.run()
    let youngest = Number.NEGATIVE_INFINITY
    for (const { projectId, days } of retention) {
      if (days === undefined) continue
      const time = now - days * DAY_MS
      insertCutoff.run(projectId, time)
      youngest = Math.max(youngest, time)
    }
    return youngest
  }

  return (retention: readonly StoredRetention[], now: number, hasTime: () => boolean): boolean => {
    const youngestCutoff = putCutoffs(retention, now)
    if (youngestCutoff === Number.NEGATIVE_INFINITY) return false
    while (hasTime()) {
      const table = tables[current]
      if (!table) {
        current = 0
        return false
      }
      if (!table(youngestCutoff, now)) current++
    }
    return true
  }
}

/** Looks at the next few rows; false when the rest of the table is young. */
function createTableExpiry(connection: DatabaseSync, name: (typeof TABLES)[number]) {
  const isBeforeCutoff = `received_at < (select time from cutoff where cutoff.project_id = ${name}.project_id)`
  const look = connection.prepare(`
    select max(id) as last, count(case when is_old then 1 end) as old,
      count(case when received_at between ? and ? then 1 end) as young
    from (select id, received_at, ${isBeforeCutoff} as is_old from ${name} where id > ? order by id
      limit ${ROWS_AT_ONCE}) as looked`)
  const isOld = `id > ? and id <= ? and ${isBeforeCutoff}`
  const remove =
    name === 'event' ? createEventRemoval(connection, isOld) : createRemoval(connection, { name, isOld })
  const listBlocks =
    WITH_BLOCKS.has(name) && connection.prepare(`select distinct block_id as id from ${name} where ${isOld}`)
  const removeBlocks = createBlockRemoval(connection)
  let seen = 0
  let youngInARow = 0

  return (youngestCutoff: number, now: number): boolean => {
    const found = look.get(youngestCutoff, now, seen)
    if (!found || found.last === null || youngInARow >= YOUNG_ROWS) {
      seen = 0
      youngInARow = 0
      return false
    }
    const last = Number(found.last)
    youngInARow = Number(found.old) > 0 ? 0 : youngInARow + Number(found.young)
    if (Number(found.old) > 0) {
      const blocks = listBlocks ? listBlocks.all(seen, last).map(({ id }) => Number(id)) : []
      remove(seen, last)
      removeBlocks(blocks)
    }
    seen = last
    return true
  }
}

type Removal = (after: number, last: number) => void

function createRemoval(connection: DatabaseSync, { name, isOld }: { name: string; isOld: string }): Removal {
  const remove = connection.prepare(`delete from ${name} where ${isOld}`)
  return (after, last) => {
    remove.run(after, last)
  }
}

/** One by one: delete-event.ts alone knows what hangs on an event. */
function createEventRemoval(connection: DatabaseSync, isOld: string): Removal {
  const list = connection.prepare(`select id from event where ${isOld}`)
  const deleteEvent = createEventDeletion(connection)
  return (after, last) => {
    for (const { id } of list.all(after, last)) deleteEvent(Number(id))
  }
}
