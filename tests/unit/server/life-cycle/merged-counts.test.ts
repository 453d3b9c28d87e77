import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteSlice } from '#server/store/maintenance/delete-issues.ts'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

const rowsOf = (table: 'issue_tag' | 'issue_tag_key' | 'issue_day' | 'issue_user' | 'issue_text') =>
  at.store.db.selectFrom(table).selectAll().execute()

async function aMergedIssue() {
  const first = await at.happen('TypeError', { user: { id: '1' }, release: 'a@1', tags: { page: 'cart' } })
  const second = await at.happen('RangeError', { user: { id: '1' }, release: 'a@2', tags: { page: 'cart' } })
  await at.happen('RangeError', { user: { id: '2' }, release: 'a@2', tags: { page: 'home' } })
  await at.desk.issues.change([first, second], [{ kind: 'merge', into: 'CRUMBTRAIL-1' }])
  return first
}

it('adds up tags, days and releases of issues that become one', async () => {
  const issue = await aMergedIssue()
  const tags = (await rowsOf('issue_tag')).filter(({ key }) => key === 'page')
  expect(tags.map(({ issue_id, value, event_count }) => [issue_id, value, event_count])).toEqual([
    [issue, 'cart', 2],
    [issue, 'home', 1],
  ])
  const keys = (await rowsOf('issue_tag_key')).filter(({ key }) => key === 'page')
  expect(keys).toMatchObject([{ issue_id: issue, value_count: 2 }])
  expect(await rowsOf('issue_day')).toMatchObject([{ issue_id: issue, event_count: 3 }])
  expect(await at.desk.issues.find(issue)).toMatchObject({ firstRelease: 'a@1', lastRelease: 'a@2' })
})

it('counts whom several of them have hit once', async () => {
  const issue = await aMergedIssue()
  expect(await at.desk.issues.find(issue)).toMatchObject({ eventCount: 3, userCount: 2 })
  expect(await rowsOf('issue_user')).toHaveLength(1)
})

it('finds them by the words of each', async () => {
  const issue = await aMergedIssue()
  for (const query of ['TypeError', 'RangeError']) {
    expect(await at.desk.issues.search({ limit: 10, query })).toMatchObject({ items: [{ id: issue }] })
  }
  expect(await rowsOf('issue_text')).toHaveLength(1)
})

it('leaves nothing of an issue that is deleted', async () => {
  const issue = await aMergedIssue()
  await at.desk.issues.change([issue], [{ kind: 'delete' }])
  while (await at.store.write((trx) => deleteSlice(trx, () => false)));
  for (const table of ['issue_tag', 'issue_tag_key', 'issue_day', 'issue_user', 'issue_text'] as const) {
    expect(await rowsOf(table), table).toEqual([])
  }
})
