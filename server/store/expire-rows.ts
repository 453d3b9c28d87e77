import type { DatabaseSync } from 'node:sqlite'

/** Tables with an `id` in the order of arrival and `received_at`. Those before the others refer to nothing. */
const TABLES = [
  { name: 'event', hasBlock: true },
  { name: 'span_part', hasBlock: true },
  { name: 'log', hasBlock: true },
  { name: 'metric', hasBlock: true },
  { name: 'segment', hasBlock: false },
  { name: 'attachment', hasBlock: false },
  { name: 'feedback', hasBlock: false },
  { name: 'check_in', hasBlock: false },
  { name: 'release_session', hasBlock: false },
] as const

/** Between two looks at the time: a row may cost several reads of a disk that has forgotten it. */
const ROWS_AT_ONCE = 16
/**
 * Rows lie in the order of their arrival, but for clocks that jumped. After so many young ones there is nothing old;
 * those with a time that is still to come say nothing, and are passed over.
 */
const YOUNG_ROWS = 2_000

/** Deletes rows until the time is up; true while there is more to look at. Needs a transaction. */
export function createRowExpiry(connection: DatabaseSync) {
  const tables = TABLES.map((table) => createTableExpiry(connection, table))
  let current = 0
  return (cutoff: number, now: number, hasTime: () => boolean): boolean => {
    while (hasTime()) {
      const table = tables[current]
      if (!table) {
        current = 0
        return false
      }
      if (!table(cutoff, now)) current++
    }
    return true
  }
}

type Table = (typeof TABLES)[number]

/** Looks at the next few rows; false when the rest of the table is young. */
function createTableExpiry(connection: DatabaseSync, { name, hasBlock }: Table) {
  const look = connection.prepare(`
    select max(id) as last, total(received_at < ?) as old, total(received_at between ? and ?) as young
    from (select id, received_at from ${name} where id > ? order by id limit ${ROWS_AT_ONCE})`)
  const isOld = 'id > ? and id <= ? and received_at < ?'
  const remove = connection.prepare(`delete from ${name} where ${isOld}`)
  const removeDigests =
    name === 'event' &&
    connection.prepare(`delete from digest where event_row_id in (select id from event where ${isOld})`)
  const removeBlocks = hasBlock && createBlockExpiry(connection, name, isOld)
  let seen = 0
  let youngInARow = 0

  return (cutoff: number, now: number): boolean => {
    const found = look.get(cutoff, cutoff, now, seen)
    if (!found || found.last === null || youngInARow >= YOUNG_ROWS) {
      seen = 0
      youngInARow = 0
      return false
    }
    const last = Number(found.last)
    youngInARow = Number(found.old) > 0 ? 0 : youngInARow + Number(found.young)
    if (Number(found.old) > 0) {
      const range = [seen, last, cutoff] as const // what `isOld` asks for
      if (removeDigests) removeDigests.run(...range)
      const removeEmptied = removeBlocks ? removeBlocks(range) : undefined
      remove.run(...range)
      removeEmptied?.()
    }
    seen = last
    return true
  }
}

/** A block goes when nothing lies in it any more, of whatever kind. */
function createBlockExpiry(connection: DatabaseSync, name: string, isOld: string) {
  const list = connection.prepare(
    `select distinct block_id as id from ${name} where block_id is not null and ${isOld}`,
  )
  const remove = connection.prepare(`
    delete from payload_block where id = ?1
      ${TABLES.filter((table) => table.hasBlock)
        .map((table) => `and not exists (select 1 from ${table.name} where block_id = ?1)`)
        .join('\n      ')}`)
  return (range: readonly [number, number, number]) => {
    const blocks = list.all(...range).map(({ id }) => Number(id))
    return () => {
      for (const id of blocks) remove.run(id)
    }
  }
}
