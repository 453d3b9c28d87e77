import { expect, it, onTestFinished } from 'vitest'
import { issueScopes } from '#server/store/sqlite/migrations/0023-issue-scopes.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

it('counts the events that are stored as the writer counts them', async () => {
  const { connection, hand, happen, close } = await openIssueDesk()
  onTestFinished(close)
  await happen('TypeError', { environment: 'staging', release: 'shop@1.0.0' })
  await happen('TypeError', { environment: 'staging', release: 'shop@1.0.0' })
  hand.advance(90_000_000)
  await happen('TypeError', { environment: 'production' })
  await happen('RangeError')
  const rowsOf = () =>
    ['issue_scope_hour', 'issue_scope_day'].map((table) =>
      connection
        .prepare(`select * from ${table}`)
        .all()
        .map((row) => ({ ...row })),
    )
  const written = rowsOf()
  connection.exec('drop table issue_scope_hour; drop table issue_scope_day')
  connection.exec(issueScopes)
  expect(rowsOf()).toEqual(written)
  expect(written[0]).toHaveLength(3)
})
