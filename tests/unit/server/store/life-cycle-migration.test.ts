import { expect, it, onTestFinished } from 'vitest'
import { IN_MEMORY, openConnection } from '#server/store/sqlite/connection.ts'
import { initial } from '#server/store/sqlite/migrations/0001-initial.ts'
import { spans } from '#server/store/sqlite/migrations/0002-spans.ts'
import { items } from '#server/store/sqlite/migrations/0003-items.ts'
import { spanParts } from '#server/store/sqlite/migrations/0004-span-parts.ts'
import { lifeCycle } from '#server/store/sqlite/migrations/0005-life-cycle.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'

const EARLIER = [initial, spans, items, spanParts]

it('gives the issues and events that there are their grouping keys, and keeps their hours', () => {
  const connection = openConnection(IN_MEMORY)
  onTestFinished(() => connection.close())
  migrate(connection, EARLIER)
  connection.exec(`
    insert into project (id, slug, name, created_at) values (1, 'shop', 'Shop', 0);
    insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level,
      is_unhandled, first_seen, last_seen, event_count)
      values (7, 1, 1, 1, 'key-7', 'TypeError', 'no price', '', 'error', 0, 1, 2, 1),
        (9, 1, 2, 1, 'key-9', 'RangeError', 'no price', '', 'error', 0, 1, 2, 0);
    insert into issue_hour values (1, 7, 0, 1);
    insert into payload_block (id, size_bytes, data) values (1, 2, x'00');
    insert into event (id, project_id, event_id, issue_id, timestamp, received_at, level, value, block_id,
      block_offset, block_length)
      values (3, 1, 'e', 7, 1, 1, 'error', 'no price', 1, 0, 2);
  `)
  migrate(connection, [...EARLIER, lifeCycle])
  const rows = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  expect(rows('select id, grouping_key, issue_id from issue_grouping')).toEqual([
    { id: 7, grouping_key: 'key-7', issue_id: 7 },
    { id: 9, grouping_key: 'key-9', issue_id: 9 },
  ])
  expect(rows('select id, grouping_id from event')).toEqual([{ id: 3, grouping_id: 7 }])
  expect(rows('select issue_id, event_count from issue_hour')).toEqual([{ issue_id: 7, event_count: 1 }])
  expect(rows('select status, status_count, deleted_at from issue where id = 7')).toEqual([
    { status: 'open', status_count: 0, deleted_at: null },
  ])
  expect(rows('pragma foreign_key_check')).toEqual([])
})
