import { type Kysely, sql } from 'kysely'
import type { LimitCounts, LimitWindowCount } from '#server/store/memory/limit-counts.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Counts as rows, one for each limit and window. */
export function createLimitCounts(db: Kysely<Database>): LimitCounts {
  return {
    async begin(count, past) {
      const [taken] = await put(
        db,
        [{ ...count, taken: past }],
        sql`greatest(limit_count.taken, excluded.taken)`,
      )
      return taken ?? past
    },
    add: (counts) => put(db, counts, sql`limit_count.taken + excluded.taken`),
  }
}

/** One statement, which locks the rows in the order of their names: no two processes wait for each other. */
async function put(
  db: Kysely<Database>,
  counts: readonly (LimitWindowCount & { taken: number })[],
  joined: ReturnType<typeof sql>,
): Promise<number[]> {
  const named = JSON.stringify(counts)
  const { rows } = await db.transaction().execute((trx) =>
    sql<{ name: string; start: number; taken: number }>`
      insert into limit_count (name, start, ends_at, taken)
      select name, start, "endsAt", taken
      from json_to_recordset(${named}::json) as given (name text, start bigint, "endsAt" bigint, taken bigint)
      order by name, start
      on conflict (name, start) do update set taken = ${joined}
      returning name, start, taken`.execute(trx),
  )
  const keyOf = ({ name, start }: Pick<LimitWindowCount, 'name' | 'start'>) => `${start} ${name}`
  const taken = new Map(rows.map((row) => [keyOf(row), row.taken]))
  return counts.map((count) => taken.get(keyOf(count)) ?? count.taken)
}
