import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { openPostgresSource } from '#server/store/postgres/move/source.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createFolder } from '#server/writer/postgres/folder.ts'

/** Counts what stopped desks left in the journal, because SQLite has no journal. */
export async function countEverything(url: string, pool: Pool, name: string): Promise<void> {
  const source = await openPostgresSource(pool, name, { locked: false }) // refuses what is no desk of this version
  await source.close()
  const writing = openWritingPool(url)
  try {
    const facts = await withConnection(writing, readRowFacts)
    const folder = createFolder({ pool: writing, facts, processId: randomUUID() })
    while (await folder.fold());
  } finally {
    await writing.end()
  }
}
