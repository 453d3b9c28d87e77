import type pg from 'pg'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'

/** Writes something as another process would, and returns when the desk has heard of it: it remembers no reads then. */
export async function changeAndTell({ url }: Pick<DeskProcess, 'url'>, client: pg.Client): Promise<void> {
  const { rows } = await client.query('insert into news (data) values (null) returning xid::text as xid')
  // Whoever names a write is answered by a desk that has heard of it. Without an account, nothing is read.
  const heard = await fetch(`${url}/api/0/projects/`, {
    headers: { cookie: `crumbtrail_write=${rows[0].xid}` },
  })
  await heard.text()
}
