import { setTimeout } from 'node:timers/promises'
import type { IsolationLevel, Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { WriteNews } from '#server/store/engine/news.ts'
import { oncePerTurn } from '#server/store/engine/once-per-turn.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store, StoreOptions, Turn } from '#server/store/engine/store.ts'
import { ensureOwnProject } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { awaitCounted } from './alone/await-counted.ts'
import { takeTurn } from './alone/project-locks.ts'
import { createWriteAlone } from './alone/write-alone.ts'
import { requireNoMove, requireSuitableDatabase } from './check-server.ts'
import { isConflict, isLockTimeout } from './conflicts.ts'
import { openPool } from './connections/pool.ts'
import { requirePrepared } from './connections/require-prepared.ts'
import { allowSilence } from './connections/servers-pool.ts'
import { withConnection } from './connections/with-connection.ts'
import { indexTexts } from './index-texts.ts'
import { migrate } from './migrations/migrate.ts'
import { noteWrite } from './news/news-rows.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { createConflictQueue, repeatConflicts } from './repeat-conflicts.ts'

export interface PostgresOptions extends StoreOptions {
  /** `postgres://user:password@host/name` */
  url: string
  /** Without news, what was read in another turn of the event loop may be out of date. */
  news?: WriteNews | undefined
}

const MOST_CONNECTIONS = 10
/** What each connection begins with. */
const SESSION = {
  /** A page that takes longer is of no use to anybody. */
  statement_timeout: 5_000,
  /** `store.db` is for reading; a transaction says that it writes. Compiling a query costs more than its few rows. */
  options: '-c default_transaction_read_only=on -c jit=off',
}
const MOST_MIGRATION_ATTEMPTS = 8
/** Users wait for it. The folder is rarely that far behind. */
const SETTLE_MS = 1_000

/** Opens the database, brings its tables up to date and, at the first start, adds the desk's own project. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const pool = openPool(options.url, { max: MOST_CONNECTIONS, ...SESSION })
  try {
    await requirePrepared(pool)
    await bringUpToDate(pool)
    const store = createStore(pool, options)
    await store.write((trx) => ensureOwnProject(trx, options))
    return store
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function bringUpToDate(pool: Pool): Promise<void> {
  await withConnection(pool, async (client) => {
    await requireSuitableDatabase(client)
    await requireNoMove(client)
    await migrateWhenFree(client)
    await indexTexts(client)
  })
}

/**
 * Desks of the version before are at work, and their transactions last for milliseconds. Tables that are large, or a desk that
 * is migrating them, may take minutes.
 */
async function migrateWhenFree(client: PoolClient): Promise<void> {
  allowSilence(client)
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(client)
    } catch (error) {
      if (attempt === MOST_MIGRATION_ATTEMPTS || !isLockTimeout(error)) throw error
      await setTimeout(Math.random() * 1_000)
    }
  }
}

type Work<T> = (trx: Transaction<Database>) => Promise<T>

function createStore(pool: Pool, { onQuery, news }: PostgresOptions): Store {
  const db = openKysely(createPostgresDialect(pool), onQuery)
  const begin = (level: IsolationLevel) => db.transaction().setIsolationLevel(level)
  const writeAlone = createWriteAlone(pool, onQuery)
  const repeatInQueue = createConflictQueue()
  let turns = 0

  /** Notes for the news what a transaction wrote, whichever way it is run. */
  async function noted<T>(
    fn: Work<T>,
    run: (work: Work<T>) => Promise<T>,
    repeat = repeatConflicts<T>,
  ): Promise<T> {
    let xid: string | undefined
    const work: Work<T> = async (trx) => {
      const result = await fn(trx)
      xid = await noteWrite(trx)
      return result
    }
    try {
      return await repeat(() => run(work))
    } finally {
      news?.wrote(xid) // also when the answer to the commit is lost
    }
  }

  return {
    db,
    write: (fn) => noted(fn, (work) => begin('serializable').execute(work), repeatInQueue),
    settle: async (projectIds) => void (await awaitCounted(pool, projectIds, SETTLE_MS)),
    writeInTurn: (fn, turn = 'issues') =>
      noted(fn, (work) => begin('read committed').execute(inTurn(work, turn))),
    writeAlone: (projectIds, fn) =>
      noted(fn, (work) => writeAlone(projectIds, work)).catch((error: unknown) => {
        throw isConflict(error) ? new StillCounting() : error
      }),
    version: news?.version ?? oncePerTurn(() => ++turns),
    close: () => db.destroy(),
  }
}

function inTurn<T>(work: Work<T>, turn: Turn): Work<T> {
  return async (trx) => {
    await takeTurn(trx, turn)
    return work(trx)
  }
}
