import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store, StoreOptions } from '#server/store/engine/store.ts'
import { openStore } from '#server/store/open-store.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Opens a store of this engine with nothing in it but the desk's own project. */
export async function openTestStore(engine: Engine, options: StoreOptions = {}): Promise<Store> {
  if (engine === 'postgres') return openStore({ place: await createPostgresDatabase(), ...options })
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(folder, 'desk.sqlite')
  await placeEmptyDatabase(file)
  const store = await openStore({ place: file, ...options })
  return {
    ...store,
    async close() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}
