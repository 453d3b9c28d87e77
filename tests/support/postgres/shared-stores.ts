import { sql } from 'kysely'
import type { Store } from '#server/store/engine/store.ts'
import { openStore } from '#server/store/open-store.ts'
import type { TimeInSql } from '#server/store/postgres/server-time.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export interface SharedStores {
  /** Those of two processes. */
  one: Store
  two: Store
  url: string
  /** What the database takes for the time, which the test moves. */
  at: { now: number }
  readTime: TimeInSql
  close(): Promise<void>
}

/** Opens a new database as two processes would. */
export async function openSharedStores(): Promise<SharedStores> {
  const url = await createPostgresDatabase()
  const [one, two] = await Promise.all([openStore({ place: url }), openStore({ place: url })])
  const at = { now: 1_000_000 }
  return {
    ...{ one, two, url, at },
    readTime: () => sql<number>`cast(${at.now} as bigint)`,
    async close() {
      await Promise.all([one.close(), two.close()])
    },
  }
}
