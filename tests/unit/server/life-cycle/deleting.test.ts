import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

const countOf = (table: string, where = '1') =>
  at.connection.prepare(`select count(*) as rows from ${table} where ${where}`).get()?.rows

/** A stopwatch that has run out at its second look: one bite a slice. */
function impatient(): () => number {
  let looks = 0
  return () => looks++ * 1_000
}

describe('an issue that is deleted', () => {
  it('is gone at once, and its next event makes a new one', async () => {
    const issueId = await at.happen('TypeError')
    expect(await at.desk.issues.change([issueId], [{ kind: 'delete' }])).toEqual({
      issueIds: [issueId],
      shortIds: ['CRUMBTRAIL-1'],
    })
    expect(await at.desk.issues.find(issueId)).toBeUndefined()
    expect(await at.desk.issues.findHandling(issueId)).toBeUndefined()
    expect((await at.desk.issues.list({ limit: 10 })).items).toEqual([])
    expect((await at.desk.projects.list())[0]?.openIssueCount).toBe(0)
    expect(await at.desk.issues.change([issueId], [{ kind: 'resolve' }])).toMatchObject({ issueIds: [] })
    const next = await at.happen('TypeError')
    expect(next).not.toBe(issueId)
    expect(await at.desk.issues.find(next)).toMatchObject({ shortId: 'CRUMBTRAIL-2', eventCount: 1 })
  })

  it('goes with all that belongs to it, in slices, and nothing else does', async () => {
    const kept = await at.happen('RangeError')
    const issueId = await at.happen('TypeError')
    for (let count = 1; count < 40; count++) {
      await at.happen('TypeError', { extra: { digest: `${329735291 + count}` } })
    }
    await at.desk.issues.addComment(issueId, 'a comment')
    at.connection.exec(`
      insert into attachment (project_id, event_id, filename, sha256, attachment_type, size_bytes, received_at)
      select project_id, event_id, 'a.txt', event_id, '', 1, received_at from event limit 3`)
    expect(await at.desk.issues.countStored(issueId)).toEqual({ events: 40, attachments: 2, comments: 1 })
    await at.desk.issues.change([issueId], [{ kind: 'bookmark', isBookmarked: true }, { kind: 'delete' }])
    const upkeep = startIssueUpkeep({ store: at.store, clock: at.hand.clock, stopwatch: impatient() })
    expect(await upkeep.runOnce()).toBe(true)
    expect(countOf('event', `issue_id = ${issueId}`)).toBe(24)
    let slices = 1
    while (await upkeep.runOnce()) slices++
    expect(slices).toBe(3)
    for (const table of ['issue_hour', 'issue_activity', 'issue_bookmark', 'issue_grouping', 'event']) {
      expect([table, countOf(table, `issue_id = ${issueId}`)]).toEqual([table, 0])
    }
    expect([countOf('issue'), countOf('event'), countOf('payload_block')]).toEqual([1, 1, 1])
    expect(countOf('digest')).toBe(0)
    expect(await at.desk.events.find(kept, 'latest')).toBeDefined()
  })
})

describe('an ignored issue whose time has passed', () => {
  it('is written down as open by the upkeep, with a line', async () => {
    const issueId = await at.happen('TypeError')
    await at.desk.issues.change([issueId], [{ kind: 'ignore-for', minutes: 1 }])
    const upkeep = startIssueUpkeep({ store: at.store, clock: at.hand.clock })
    await upkeep.runOnce()
    expect((await at.desk.projects.list())[0]?.openIssueCount).toBe(0)
    at.hand.advance(60_000)
    await upkeep.runOnce()
    expect((await at.desk.projects.list())[0]?.openIssueCount).toBe(1)
    expect((await at.desk.issues.findHandling(issueId))?.activity[0]).toMatchObject({
      kind: 'lapsed',
      who: null,
    })
  })
})
