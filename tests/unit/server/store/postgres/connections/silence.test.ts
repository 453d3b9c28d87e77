import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { allowSilence } from '#server/store/postgres/connections/servers-pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const SLOW = 'select pg_sleep(2)'

let pool: Pool
beforeAll(async () => {
  pool = openPool(await createPostgresDatabase(), { max: 1, silenceMs: 500 })
})
afterAll(() => pool.end())

it('a connection that is silent for too long is ended', async () => {
  const asked = withConnection(pool, (client) => client.query(SLOW))
  await expect(asked).rejects.toThrow('Cannot use the database: the server does not answer')
})

it('a connection that may be silent, as while tables are migrated, is not, and is limited again for the next user', async () => {
  await withConnection(pool, async (client) => {
    allowSilence(client)
    await client.query(SLOW)
  })
  const asked = withConnection(pool, (client) => client.query(SLOW))
  await expect(asked).rejects.toThrow('Cannot use the database: the server does not answer')
})
