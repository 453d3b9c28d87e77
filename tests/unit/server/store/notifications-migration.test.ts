import { expect, it, onTestFinished } from 'vitest'
import { IN_MEMORY, openConnection } from '#server/store/sqlite/connection.ts'
import { initial } from '#server/store/sqlite/migrations/0001-initial.ts'
import { lifeCycle } from '#server/store/sqlite/migrations/0005-life-cycle.ts'
import { alerts } from '#server/store/sqlite/migrations/0034-alerts.ts'
import { notifications } from '#server/store/sqlite/migrations/0035-notifications.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'

const EARLIER = [initial, lifeCycle, alerts]

it('keeps messages with their issues and tries, which still go with their message', () => {
  const connection = openConnection(IN_MEMORY)
  onTestFinished(() => connection.close())
  migrate(connection, EARLIER)
  connection.exec(`
    insert into project (id, slug, name, created_at) values (1, 'shop', 'Shop', 5);
    insert into alert_message (id, project_id, rule_id, channel_id, message_key, happening, state, created_at, due_at, reason)
      values (7, 1, 1, 3, 'key', 'new', 'undelivered', 10, 11, 'It answered 404');
    insert into alert_item values (7, 4, 10);
    insert into delivery_try values (9, 7, 12, 30, 'refused', 404, 'It answered 404', 'POST', 'no');
  `)
  migrate(connection, [...EARLIER, notifications])
  const read = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  expect(
    read(
      'select id, project_id, channel_id, account_id, message_key, state, due_at, reason from alert_message',
    ),
  ).toEqual([
    {
      ...{ id: 7, project_id: 1, channel_id: 3, account_id: null, message_key: 'key' },
      ...{ state: 'undelivered', due_at: 11, reason: 'It answered 404' },
    },
  ])
  expect(read('select * from alert_item')).toEqual([{ message_id: 7, issue_id: 4, at: 10 }])
  expect(read('select id, message_id, status from delivery_try')).toEqual([
    { id: 9, message_id: 7, status: 404 },
  ])
  connection.exec('delete from alert_message')
  expect(read('select * from alert_item')).toEqual([])
  expect(read('select * from delivery_try')).toEqual([])
})
