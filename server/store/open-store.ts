import { findSetting } from './accounts/settings.ts'
import type { WriteNews } from './engine/news.ts'
import type { Store, StoreOptions } from './engine/store.ts'
import { MOVED_TO, parseMoved } from './move/moved.ts'
import { openSqliteStore } from './sqlite/sqlite.ts'

interface PlacedStoreOptions extends StoreOptions {
  /** Path of SQLite's file, or the address of a PostgreSQL database: `postgres://user@host/name`. */
  place: string
  /** Only PostgreSQL needs it (`server/store/postgres/news/`). */
  news?: WriteNews | undefined
}

/** Opens the store with the engine that its place is of. The other engine's code is not loaded. */
export async function openStore({ place, ...options }: PlacedStoreOptions): Promise<Store> {
  const store = await openWithEngine(place, options)
  try {
    await requireNotMoved(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openWithEngine(
  place: string,
  { news, ...options }: Omit<PlacedStoreOptions, 'place'>,
): Promise<Store> {
  if (!isPostgres(place)) return openSqliteStore({ file: place, ...options })
  const { openPostgresStore } = await import('./postgres/postgres.ts')
  return openPostgresStore({ url: place, news, ...options })
}

/** Returns whether a place is the address of a PostgreSQL database. */
export function isPostgres(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}

/** What came to a desk that has moved would be missing where it moved to. */
async function requireNotMoved({ db }: Store): Promise<void> {
  const value = await findSetting(db, MOVED_TO)
  if (value === undefined) return
  const { to, at } = parseMoved(value)
  const start = isPostgres(to) ? `set DATABASE_URL to it` : `unset DATABASE_URL and set DATA_DIR to it`
  const from = isPostgres(to) ? '' : ' --from with the address of this database'
  throw new Error(
    `Cannot open the database: its desk moved to ${to} on ${new Date(at).toISOString().slice(0, 10)}; ${start}, or let the desk start here again with "npm run crumbtrail -- move --forget"${from}`,
  )
}
