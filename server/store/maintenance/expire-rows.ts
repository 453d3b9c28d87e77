import { DAY_MS } from '#server/protocol/time.ts'
import { type Query, queryOf } from '#server/store/rows/query.ts'
import { ask, run, type Steps } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { createEventDeletion } from './delete-events.ts'
import { deleteEmptied } from './empty-blocks.ts'
import type { Slice } from './slice.ts'

/**
 * Rows lie in the order of their arrival, but for clocks that jumped. After so many that no project would delete there
 * is nothing old; those with a time that is still to come say nothing, and are passed over. So is what one project
 * keeps for longer than another one: each pass reads it again.
 */
const YOUNG_ROWS = 2_000

/** The place where a slice stopped. It is plain data, so that another process can continue. */
export interface RowPlace {
  table: number
  /** The id of the last row of the table that was read. */
  seen: number
  youngInARow: number
}

/** The place where a pass begins. */
export const FIRST_ROW: Readonly<RowPlace> = { table: 0, seen: 0, youngInARow: 0 }

interface Arrived {
  id: number
  project_id: number
  received_at: number
  block_id: number | null
}

interface Expiring {
  look: Query<{ after: number | null; most: number | null }, Arrived>
  remove: (old: readonly OldRows[]) => Steps<unknown>
}

/** The old rows of one project in a range of ids. */
interface OldRows {
  project_id: number
  after: number
  last: number
  before: number
}

const rangeOf = queryOf({ project_id: 'integer', after: 'integer', last: 'integer', before: 'integer' })
// The unary plus keeps both engines from using the project's index, with which they would read all its rows.
const IS_OLD = 'id > :after and id <= :last and +project_id = :project_id and received_at < :before'
const WITH_BLOCKS: ReadonlySet<string> = new Set(tablesWith({ hasBlock: true }))

/** Their `id` grows in the order of arrival. A row goes before the one that it refers to. */
const TABLES = tablesWith({ expires: 'by arrival' }).map((name): Expiring => {
  const block = WITH_BLOCKS.has(name) ? 'block_id' : 'null as block_id'
  const removal = rangeOf(`delete from ${name} where ${IS_OLD}`)
  return {
    look: queryOf({ after: 'integer', most: 'integer' })<Arrived>(
      `select id, project_id, received_at, ${block} from ${name} where id > :after order by id limit :most`,
    ),
    remove: name === 'event' ? createEventDeletion(rangeOf, IS_OLD) : (old) => run(removal, old),
  }
})

/** Deletes rows until the time is up, from a place on, which it moves; true while there is more to look at. */
export function* expireRows(place: RowPlace, slice: Slice): Steps<boolean> {
  const cutoffs = new Map<number, number>()
  for (const { projectId, days } of slice.retention) {
    if (days !== undefined) cutoffs.set(projectId, slice.now - days * DAY_MS)
  }
  if (cutoffs.size === 0) return false
  while (slice.hasTime()) {
    const table = TABLES[place.table]
    if (table === undefined) {
      Object.assign(place, FIRST_ROW)
      return false
    }
    const isMore = yield* lookOn(table, place, { ...slice, cutoffs })
    if (!isMore) Object.assign(place, FIRST_ROW, { table: place.table + 1 })
  }
  return true
}

type Cutoffs = ReadonlyMap<number, number>

/** Reads the next few rows. Returns false if the rest of the table is young. */
function* lookOn(
  { look, remove }: Expiring,
  place: RowPlace,
  { now, portions, cutoffs }: Slice & { cutoffs: Cutoffs },
): Steps<boolean> {
  const [rows = []] = yield* ask(look, [{ after: place.seen, most: portions.rows }])
  const last = rows.at(-1)?.id
  if (last === undefined || place.youngInARow >= YOUNG_ROWS) return false
  const old = rows.filter(
    (row) => row.received_at < (cutoffs.get(row.project_id) ?? Number.NEGATIVE_INFINITY),
  )
  if (old.length > 0) {
    yield* remove(rangesOf(old, { after: place.seen, last, cutoffs }))
    yield* deleteEmptied(old.flatMap(({ block_id }) => block_id ?? []))
    place.youngInARow = 0
  } else {
    const youngest = [...cutoffs.values()].reduce((one, other) => Math.max(one, other))
    place.youngInARow += rows.filter(({ received_at: at }) => at >= youngest && at <= now).length
  }
  place.seen = last
  return true
}

function rangesOf(
  old: readonly Arrived[],
  { cutoffs, ...range }: { after: number; last: number; cutoffs: Cutoffs },
): OldRows[] {
  const projects = new Set(old.map((row) => row.project_id))
  return [...projects].map((project_id) => ({
    ...range,
    project_id,
    before: cutoffs.get(project_id) ?? Number.NEGATIVE_INFINITY,
  }))
}
