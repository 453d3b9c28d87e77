import { expect, it, onTestFinished } from 'vitest'
import { IN_MEMORY, openConnection } from '#server/store/sqlite/connection.ts'
import { initial } from '#server/store/sqlite/migrations/0001-initial.ts'
import { items } from '#server/store/sqlite/migrations/0003-items.ts'
import { senders } from '#server/store/sqlite/migrations/0018-senders.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'

const EARLIER = [initial, items]

it('keeps the first key of project 1 to pages, and gives the project another', () => {
  const connection = openConnection(IN_MEMORY)
  onTestFinished(() => connection.close())
  migrate(connection, EARLIER)
  connection.exec(`
    insert into project (id, slug, name, created_at) values (1, 'crumbtrail', 'Crumbtrail', 5), (2, 'shop', 'Shop', 6);
    insert into project_key (project_id, public_key, created_at) values (1, 'first', 5), (2, 'shop', 6), (1, 'more', 7);
    insert into monitor values (1, 1, 'nightly', null, 10), (2, 1, 'silent', null, 20);
    insert into check_in (project_id, monitor_id, check_in_id, status, environment, timestamp, received_at, updated_at)
      values (1, 1, 'a', 'ok', 'production', 30, 30, 35);
  `)
  migrate(connection, [...EARLIER, senders])
  const keys = connection
    .prepare(
      'select project_id as project, public_key as key, is_for_pages as pages from project_key order by id',
    )
    .all()
  expect(keys.map((row) => ({ ...row }))).toEqual([
    { project: 1, key: 'first', pages: 1 },
    { project: 2, key: 'shop', pages: 0 },
    { project: 1, key: 'more', pages: 0 },
    { project: 1, key: expect.stringMatching(/^[0-9a-f]{32}$/), pages: 0 },
  ])
  const monitors = connection.prepare('select last_at as at from monitor order by id').all()
  expect(monitors.map(({ at }) => at)).toEqual([35, 20])
})
