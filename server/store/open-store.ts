import type { Store, StoreOptions } from './engine/store.ts'
import { openSqliteStore } from './sqlite/sqlite.ts'

interface PlacedStoreOptions extends StoreOptions {
  /** Path of SQLite's file, or the address of a PostgreSQL database: `postgres://user@host/name`. */
  place: string
}

/** Opens the store with the engine that its place is of. The other engine's code is not loaded. */
export async function openStore({ place, ...options }: PlacedStoreOptions): Promise<Store> {
  if (!/^postgres(?:ql)?:\/\//.test(place)) return openSqliteStore({ file: place, ...options })
  const { openPostgresStore } = await import('./postgres/postgres.ts')
  return openPostgresStore({ url: place, ...options })
}
