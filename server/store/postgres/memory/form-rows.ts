import { type Expression, type Kysely, sql, type Transaction } from 'kysely'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'
import type { FormRows, FoundRun } from '#server/store/memory/form-rows.ts'
import { readServerTime, type TimeInSql } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { MemoryTables } from './memory-tables.ts'

export interface FormRowsOptions {
  readTime?: TimeInSql
  /** Bounds what has data, and its bytes; the oldest is deleted first. */
  entries?: number
  bytes?: number
}

/** The bounds are checked each time so many rows have been added. */
const CHECK_EVERY = 64

/** Remembers forms as rows. The row of a run is leased, since no lock outlives a transaction behind a pooler. */
export function createFormRows(
  plain: Kysely<Database>,
  options: FormRowsOptions = {},
): FormRows & Pick<BrowserRows, 'read'> {
  const { readTime = readServerTime, entries = 2_000, bytes = 64 * 2 ** 20 } = options
  const db = plain.withTables<MemoryTables>()
  const later = (ms: number) => sql<number>`${readTime()} + ${ms}`

  /** Deletes the oldest rows beyond the bounds; rows of runs under way stay. */
  async function evict(trx: Transaction<Database & MemoryTables>, number: number | undefined) {
    if (number === undefined || number % CHECK_EVERY !== 0) return
    await sql`
      delete from form_memory where number in (
        select number from form_memory
        where data is not null and number <= (
          select number from (
            select number, sum(length(data)) over newest as bytes, count(*) over newest as entries
            from form_memory where data is not null window newest as (order by number desc)
          ) as kept
          where bytes > ${bytes} or entries > ${entries} order by number desc limit 1)
        for update skip locked)`.execute(trx)
  }

  function find(name: string): Promise<FoundRun | undefined> {
    return db
      .selectFrom('form_memory')
      .select(['run', 'data'])
      .select((eb) => isOver(eb.ref('ends_at'), readTime()).as('isLost'))
      .where('id', '=', name)
      .executeTakeFirst()
      .then((row) => row && { ...row, isLost: row.data === null && row.isLost === 1 })
  }

  return {
    find,
    async begin(name, run, leaseMs) {
      const row = { run, ends_at: later(leaseMs), data: null }
      const begun = await db.transaction().execute((trx) =>
        trx
          .insertInto('form_memory')
          .values({ id: name, ...row })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(row).where('form_memory.ends_at', '<=', readTime()),
          )
          .returning('run')
          .executeTakeFirst(),
      )
      // A run that ended meanwhile is as one that was lost: whoever asks begins again.
      return begun ? undefined : ((await find(name)) ?? { run: '', data: null, isLost: true })
    },
    async renew(name, run, leaseMs) {
      await db.transaction().execute((trx) =>
        trx
          .updateTable('form_memory')
          .set({ ends_at: later(leaseMs) })
          .where('id', '=', name)
          .where('run', '=', run)
          .where('data', 'is', null)
          .execute(),
      )
    },
    async finish(name, run, data, lifeMs) {
      await db.transaction().execute(async (trx) => {
        const kept = await trx
          .updateTable('form_memory')
          .set({ data, ends_at: later(lifeMs) })
          .where('id', '=', name)
          .where('run', '=', run)
          .returning('number')
          .executeTakeFirst()
        await evict(trx, kept?.number)
      })
    },
    async drop(name, run) {
      await db
        .transaction()
        .execute((trx) =>
          trx.deleteFrom('form_memory').where('id', '=', name).where('run', '=', run).execute(),
        )
    },
    async put(name, data, lifeMs) {
      await db.transaction().execute(async (trx) => {
        const kept = await trx
          .insertInto('form_memory')
          .values({ id: name, run: '', data, ends_at: later(lifeMs) })
          .returning('number')
          .executeTakeFirst()
        await evict(trx, kept?.number)
      })
    },
    async read(name) {
      const row = await db
        .selectFrom('form_memory')
        .select('data')
        .where('id', '=', name)
        .where('ends_at', '>', readTime())
        .executeTakeFirst()
      return row?.data ?? undefined
    },
    async take(name) {
      const taken = await db.transaction().execute((trx) =>
        trx
          .deleteFrom('form_memory')
          .where('id', '=', name)
          .returning('data')
          .returning((eb) => isOver(eb.ref('ends_at'), readTime()).as('isOver'))
          .executeTakeFirst(),
      )
      return taken?.isOver === 0 ? (taken.data ?? undefined) : undefined
    },
  }
}

function isOver(endsAt: Expression<number>, now: Expression<number>) {
  return sql<0 | 1>`${endsAt} <= ${now}`
}
