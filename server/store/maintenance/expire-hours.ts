import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { startOfMonth } from '#server/protocol/windows.ts'
import { type Query, queryOf } from '#server/store/rows/query.ts'
import { ask, run, type Steps } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import type { Slice } from './slice.ts'

/** The owner with whom a table's key begins: the oldest rows are found per owner. A project has the key 0. */
type Owner = { project_id: number; key_id: number }

interface Owners {
  list: Query<{ after: number | null }, Owner>
  /** The condition that finds its rows, with `:project_id` and `:key_id`. */
  isOwner: string
}

interface Expiring {
  owners: Owners['list']
  findFirst: ReturnType<typeof firstOf>
  remove: ReturnType<typeof removalOf>
}

const ownersBy = queryOf({ after: 'integer' })
const PROJECTS: Owners = {
  list: ownersBy<Owner>('select id as project_id, 0 as key_id from project where id > :after order by id'),
  isOwner: 'project_id = :project_id and :key_id = 0',
}
const KEYS: Owners = {
  list: ownersBy<Owner>('select project_id, id as key_id from project_key where id > :after order by id'),
  isOwner: 'project_id = :project_id and key_id = :key_id',
}

const DAYS = tablesWith({ expires: 'by day' }).map((table) => expiringOf(table, 'day', PROJECTS))
const MONTHS = tablesWith({ expires: 'after its month' }).map((table) => expiringOf(table, 'hour', KEYS))
const HOURS = tablesWith({ expires: 'by hour' }).map((table) => expiringOf(table, 'hour', PROJECTS))

function expiringOf(table: string, unit: 'hour' | 'day', { list, isOwner }: Owners): Expiring {
  return {
    owners: list,
    findFirst: firstOf(`
      select ${unit} as time from ${table} where ${isOwner} and ${unit} < :before order by ${unit} limit 1`),
    remove: removalOf(`delete from ${table} where ${isOwner} and ${unit} = :time`),
  }
}

function firstOf(sql: string) {
  return queryOf({ project_id: 'integer', key_id: 'integer', before: 'integer' })<{ time: number }>(sql)
}

function removalOf(sql: string) {
  return queryOf({ project_id: 'integer', key_id: 'integer', time: 'integer' })(sql)
}

/**
 * Deletes rows older than so many days of what is counted by hours and days, one of them at a time, until the time is up; true
 * while there is more. Outcomes stay for as long as the month that a quota counts.
 */
export function* expireHours(days: number | undefined, slice: Slice): Steps<boolean> {
  if (days === undefined) return false
  const cutoff = slice.now - days * DAY_MS
  const cutoffs = [
    { tables: DAYS, before: Math.floor(cutoff / DAY_MS) },
    { tables: MONTHS, before: hourOf(Math.min(cutoff, startOfMonth(slice.now))) },
    { tables: HOURS, before: hourOf(cutoff) },
  ]
  for (const { tables, before } of cutoffs) {
    for (const table of tables) if (yield* expireTable(table, before, slice)) return true
  }
  return false
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}

function* expireTable(table: Expiring, before: number, slice: Slice): Steps<boolean> {
  const [owners = []] = yield* ask(table.owners, [{ after: 0 }])
  for (let done = 0; done < owners.length; done += slice.portions.owners) {
    const some = owners.slice(done, done + slice.portions.owners)
    if (yield* expireOwners(table, some, { before, hasTime: slice.hasTime })) return true
  }
  return false
}

/** Deletes the oldest hour or day of each owner until none is too old. */
function* expireOwners(
  { findFirst, remove }: Expiring,
  owners: readonly Owner[],
  { before, hasTime }: { before: number; hasTime: () => boolean },
): Steps<boolean> {
  for (;;) {
    const found = yield* ask(
      findFirst,
      owners.map((owner) => ({ ...owner, before })),
    )
    const first = owners.flatMap((owner, place) =>
      (found[place] ?? []).map(({ time }) => ({ ...owner, time })),
    )
    if (first.length === 0) return false
    if (!hasTime()) return true
    yield* run(remove, first)
  }
}
