import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** The port to the database: what differs between engines, and nothing else. */
export interface Store {
  /**
   * This is for reading. Inside `write`, read through its transaction: on a `:memory:` store `db` would wait for it.
   */
  readonly db: Kysely<Database>
  /** Runs `fn` in a transaction that holds the engine's write lock from its start; one at a time. */
  write<T>(fn: (trx: Transaction<Database>) => Promise<T>): Promise<T>
  /** Another number after each write, by whichever connection and process: what was read before may be out of date. */
  version(): number
  close(): Promise<void>
}

/** What every engine is opened with. */
export interface StoreOptions {
  clock?: () => number
  /** Gives the public key of the first project. */
  newKey?: () => string
  /** Hears of every query, right after it. */
  onQuery?: QueryObserver
}

export type QueryObserver = (sql: string, durationMs: number) => void
