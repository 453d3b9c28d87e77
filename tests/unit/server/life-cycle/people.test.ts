import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type IssueDesk, MEMBER, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

let at: IssueDesk
let issueId: number

beforeEach(async () => {
  at = await openIssueDesk()
  issueId = await at.happen('TypeError')
})

afterEach(() => at.close())

describe('a bookmark', () => {
  it('is one account’s own, and leaves no line', async () => {
    await at.desk.issues.change([issueId], [{ kind: 'bookmark', isBookmarked: true }])
    expect((await at.desk.issues.findHandling(issueId))?.isBookmarked).toBe(true)
    const others = await at.deskOf(MEMBER.id).issues.findHandling(issueId)
    expect([others?.isBookmarked, others?.activity.map(({ kind }) => kind)]).toEqual([false, ['first-seen']])
  })

  it('moves with a merge, once for each account', async () => {
    const other = await at.happen('RangeError')
    await at.desk.issues.change([issueId, other], [{ kind: 'bookmark', isBookmarked: true }])
    await at.desk.issues.change([issueId, other], [{ kind: 'merge' }])
    expect((await at.desk.issues.findHandling(issueId))?.isBookmarked).toBe(true)
  })
})

describe('an assignment', () => {
  it('stands in lists, and changes nothing the second time', async () => {
    for (let times = 0; times < 2; times++) {
      await at.desk.issues.change([issueId], [{ kind: 'assign', accountId: MEMBER.id }])
    }
    expect((await at.desk.issues.list({ limit: 1 })).items[0]?.assignee).toMatchObject({
      email: MEMBER.email,
    })
    expect((await at.desk.issues.findHandling(issueId))?.activity).toMatchObject([
      { kind: 'assigned', who: OWNER.email, data: { assignee: MEMBER.email } },
      { kind: 'first-seen' },
    ])
  })

  it('to nobody we know changes nothing, nor what was asked beside it', async () => {
    const asked = [{ kind: 'resolve' as const }, { kind: 'assign' as const, accountId: 99 }]
    expect(await at.desk.issues.change([issueId], asked)).toEqual({
      refusal: 'Cannot change issues: there is no such account',
      field: 'account',
    })
    expect(await at.desk.issues.find(issueId)).toMatchObject({ status: 'open' })
  })
})

describe('a comment', () => {
  it('is changed and deleted by its author only', async () => {
    const added = await at.desk.issues.addComment(issueId, 'since Monday')
    const commentId = 'commentId' in added ? added.commentId : 0
    const member = at.deskOf(MEMBER.id)
    expect(await member.issues.editComment(issueId, commentId, 'never')).toHaveProperty('refusal')
    expect(await member.issues.deleteComment(issueId, commentId)).toHaveProperty('refusal')
    expect(await at.desk.issues.editComment(issueId + 1, commentId, 'elsewhere')).toHaveProperty('refusal')
    expect(await at.desk.issues.editComment(issueId, commentId, 'since Tuesday')).toEqual({ commentId })
    expect((await member.issues.findHandling(issueId))?.activity[0]).toMatchObject({
      who: OWNER.email,
      data: { text: 'since Tuesday', editedAt: at.hand.clock() },
    })
    expect(await at.desk.issues.deleteComment(issueId, commentId)).toEqual({ commentId })
    expect(await at.desk.issues.deleteComment(issueId, commentId)).toHaveProperty('refusal')
  })

  it('is no way to change other lines', async () => {
    await at.desk.issues.change([issueId], [{ kind: 'resolve' }])
    const line = (await at.desk.issues.findHandling(issueId))?.activity[0]
    expect(await at.desk.issues.editComment(issueId, line?.id ?? 0, 'x')).toHaveProperty('refusal')
    expect(await at.desk.issues.deleteComment(issueId, line?.id ?? 0)).toHaveProperty('refusal')
  })
})

describe('a batch with two keys of one issue', () => {
  it('counts and judges them as one issue’s', async () => {
    const other = await at.happen('RangeError')
    await at.desk.issues.change([issueId, other], [{ kind: 'merge' }])
    await at.desk.issues.change([issueId], [{ kind: 'ignore-until-events', count: 3, periodMinutes: null }])
    const batch = ['TypeError', 'RangeError', 'TypeError'].map((type) => ({
      projectId: 1,
      keyId: 1,
      receivedAt: at.hand.clock(),
      body: envelopeOf({ exception: { values: [{ type, value: 'no price' }] } }),
    }))
    expect(at.writeBatch(batch, []).commit).toMatchObject({ issueIds: [issueId], eventCount: 3 })
    expect(await at.desk.issues.find(issueId)).toMatchObject({
      eventCount: 5,
      status: 'open',
      substatus: 'escalating',
    })
  })
})
