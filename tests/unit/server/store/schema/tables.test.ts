import { expect, it, onTestFinished } from 'vitest'
import { PROJECT_TABLES, tablesWith } from '#server/store/schema/tables.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

it('tells which tables have something in common', () => {
  expect(tablesWith({ hasBlock: true })).toEqual(['event', 'span_part', 'log', 'metric'])
  expect(tablesWith({ withEvent: 'by id' })).toEqual(['attachment'])
  expect(tablesWith({ owner: 'issue', onSplit: 'moved' })).toEqual([
    ...['issue_hour', 'issue_day', 'issue_scope_hour', 'issue_scope_day'],
  ])
})

it('names every table of the database that has a project', async () => {
  const { connection, close } = await openEventStore(() => 0)
  onTestFinished(close)
  const rows = connection
    .prepare(`
      select sqlite_schema.name from sqlite_schema join pragma_table_info(sqlite_schema.name) as info
      where sqlite_schema.type = 'table' and info.name = 'project_id'`)
    .all()
  expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(PROJECT_TABLES.toSorted())
})

it('deletes what refers to an issue before the issue', () => {
  const issue = PROJECT_TABLES.indexOf('issue')
  for (const part of [...tablesWith({ owner: 'issue' }), 'event', 'issue_grouping']) {
    expect(PROJECT_TABLES.indexOf(part)).toBeLessThan(issue)
  }
})
