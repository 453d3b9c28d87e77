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
  /** Waits until everything that is stored of these projects is counted, or a moment at most. */
  settle(projectIds: readonly number[]): Promise<void>
  /**
   * Runs `fn` in a transaction, but not while anybody else writes in the same turn; that of issues is not while anybody writes
   * alone. It may see what others commit meanwhile, and must only add to what they count. So it is not undone where `write`
   * would be, again and again, by those who count.
   */
  writeInTurn<T>(fn: (trx: Transaction<Database>) => Promise<T>, turn?: Turn): Promise<T>
  /**
   * Runs `fn` like `write`, when everything that is stored of these projects is counted, and while nothing of them is being
   * stored. Changes that move or delete counts need that, where the engine counts later. Throws `StillCounting` if it takes
   * too long.
   */
  writeAlone<T>(projectIds: readonly number[], fn: (trx: Transaction<Database>) => Promise<T>): Promise<T>
  /** Another number after each write, by whichever connection and process: what was read before may be out of date. */
  version(): number
  close(): Promise<void>
}

/** What is written in turn: issues that are being moved, source maps, which uploads share, or alerts. */
export type Turn = 'issues' | 'maps' | 'alerts'

/** What every engine is opened with. */
export interface StoreOptions {
  clock?: () => number
  /** Gives the public key of the first project. */
  newKey?: () => string
  /** Hears of every query, right after it. */
  onQuery?: QueryObserver
  /** Overwrites what it deletes, so that the file holds it no longer. PostgreSQL does so by its own vacuum. */
  overwritesDeleted?: boolean
}

export type QueryObserver = (sql: string, durationMs: number) => void
