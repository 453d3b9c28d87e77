import pg from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { requirePrepared } from '#server/store/postgres/connections/require-prepared.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

let pool: pg.Pool
beforeEach(async () => {
  pool = new pg.Pool({ connectionString: await createPostgresDatabase() })
  onTestFinished(() => pool.end())
})

it('connections that drop settings and keep what is prepared can be used', async () => {
  await expect(requirePrepared(pool)).resolves.toBeUndefined()
})

it('a pooler that forgets what is prepared is refused', async () => {
  const clients: pg.PoolClient[] = []
  pool.on('acquire', (client) => {
    const [first] = clients
    clients.push(client)
    // As it seems to a client of PgBouncer 1.20, when another one has taken the connection on which it prepared.
    if (first) Object.assign(client, { query: () => first.query('deallocate all') })
  })
  await expect(requirePrepared(pool)).rejects.toThrow(
    'Cannot use the database: its pooler forgets prepared statements; use session mode, or PgBouncer 1.21 or later with max_prepared_statements',
  )
})
