import { expect, it, onTestFinished } from 'vitest'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const DAY_MS = 86_400_000

it('counts the users of a project anew when another one was affected, and for each period', async () => {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  const now = opened.hand.clock()
  const count = (days: number) =>
    opened.desk.projects.countUsers([1], { start: now - days * DAY_MS, end: opened.hand.clock() + 1 })
  expect(await count(14)).toEqual([])
  await opened.happen('TypeError', { user: { id: '1' } })
  expect(await count(14)).toEqual([{ projectId: 1, userCount: 1 }])
  await opened.happen('TypeError', { user: { id: '2' } })
  await opened.happen('RangeError', { user: { id: '1' } })
  expect(await count(14)).toEqual([{ projectId: 1, userCount: 2 }])
  const before = { start: now - 14 * DAY_MS, end: now - 7 * DAY_MS }
  expect(await opened.desk.projects.countUsers([1], before)).toEqual([])
  expect(await opened.desk.projects.countUsers([2], { start: 0, end: now + DAY_MS })).toEqual([])
})
