import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { SECOND_MS } from '#server/protocol/time.ts'
import type { Leases } from '#server/store/memory/leases.ts'
import { readServerTime, type TimeInSql } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { MemoryTables } from './memory-tables.ts'

export interface LeaseOptions {
  readTime?: TimeInSql
  /** Calls back again and again; returns what ends it. */
  repeat?: (work: () => void, everyMs: number) => () => void
}

/** The time after which the work of a process that died is free. */
const LEASE_MS = 30 * SECOND_MS
const RENEW_MS = 10 * SECOND_MS

/**
 * Leases as rows, which their processes renew. A process that stood still for longer than a lease has lost it and does not
 * know: what is done under a lease must bear to be done twice.
 */
export function createRowLeases(plain: Kysely<Database>, options: LeaseOptions = {}): Leases {
  const { readTime = readServerTime, repeat = repeatUntilStopped } = options
  const db = plain.withTables<MemoryTables>()
  const end = () => sql<number>`${readTime()} + ${LEASE_MS}`

  async function renew(name: string, holder: string): Promise<void> {
    await db
      .transaction()
      .execute((trx) =>
        trx
          .updateTable('lease')
          .set({ ends_at: end() })
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute(),
      )
  }

  return {
    async take(name) {
      const row = { holder: randomUUID(), ends_at: end() }
      const taken = await db.transaction().execute((trx) =>
        trx
          .insertInto('lease')
          .values({ name, ...row })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet(row).where('lease.ends_at', '<=', readTime()),
          )
          .returning('holder')
          .executeTakeFirst(),
      )
      if (taken === undefined) return undefined
      const { holder } = taken
      const stop = repeat(() => void renew(name, holder).catch(() => undefined), RENEW_MS)
      return {
        async giveBack() {
          stop()
          await db
            .transaction()
            .execute((trx) =>
              trx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute(),
            )
        },
      }
    },
    async isTaken(name) {
      const found = await db
        .selectFrom('lease')
        .select('name')
        .where('name', '=', name)
        .where('ends_at', '>', readTime())
        .executeTakeFirst()
      return found !== undefined
    },
  }
}

function repeatUntilStopped(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
