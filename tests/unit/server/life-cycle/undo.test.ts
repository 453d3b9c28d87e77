import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IssueRequest } from '#server/models/issue-changes.ts'
import { type IssueDesk, MEMBER, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

/** Changes the issues a second later; gives the name of the change. */
async function change(issueIds: number[], request: IssueRequest): Promise<string> {
  at.hand.advance(1_000)
  const changed = await at.desk.issues.change(issueIds, [request])
  if (!('undo' in changed)) throw new Error(`Cannot undo: ${JSON.stringify(changed)}`)
  return changed.undo ?? ''
}

function issueRow(id: number) {
  return at.store.db.selectFrom('issue').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function ignoredUsers() {
  return at.store.db.selectFrom('issue_ignored_user').selectAll().orderBy('user_key').execute()
}

const STATES: IssueRequest[] = [
  { kind: 'resolve' },
  { kind: 'resolve-in-next-release' },
  { kind: 'resolve-in-release', release: 'shop@2.0.0' },
  { kind: 'archive' },
  { kind: 'ignore' },
  { kind: 'ignore-for', minutes: 90 },
  { kind: 'ignore-until-events', count: 5, periodMinutes: null },
  { kind: 'ignore-until-users', count: 5, periodMinutes: 60 },
  { kind: 'ignore-environment', environment: 'staging' },
]

describe('Undo', () => {
  it.each(STATES)('takes back $kind, and what came before it', async (request) => {
    const issueId = await at.happen('TypeError', { release: 'shop@1.0.0' })
    const asNew = await issueRow(issueId)
    const first = await change([issueId], request)
    const after = await issueRow(issueId)
    const second = await change(
      [issueId],
      request.kind === 'resolve' ? { kind: 'archive' } : { kind: 'resolve' },
    )
    expect(await at.desk.issues.undo(second)).toEqual({ issueIds: [issueId], shortIds: ['CRUMBTRAIL-1'] })
    expect(await issueRow(issueId)).toEqual(after)
    expect(await at.desk.issues.undo(first)).toEqual({ issueIds: [issueId], shortIds: ['CRUMBTRAIL-1'] })
    expect(await issueRow(issueId)).toEqual(asNew)
  })

  it('brings back whom an ignored issue had hit, and how often it had happened', async () => {
    const issueId = await at.happen('TypeError')
    await change([issueId], { kind: 'ignore-until-users', count: 3, periodMinutes: null })
    await at.happen('TypeError', { user: { id: '7' } })
    const [row, users] = [await issueRow(issueId), await ignoredUsers()]
    expect(users).toHaveLength(1)
    await at.desk.issues.undo(await change([issueId], { kind: 'resolve' }))
    expect(await ignoredUsers()).toEqual(users)
    expect(await issueRow(issueId)).toEqual(row)
    await at.happen('TypeError', { user: { id: '8' } })
    await at.happen('TypeError', { user: { id: '9' } })
    expect(await at.desk.issues.find(issueId)).toMatchObject({ status: 'open', substatus: 'escalating' })
  })

  it('brings back that an issue had regressed', async () => {
    const issueId = await at.happen('TypeError')
    await change([issueId], { kind: 'resolve' })
    await at.happen('TypeError')
    const regressed = await issueRow(issueId)
    await at.desk.issues.undo(await change([issueId], { kind: 'resolve' }))
    expect(await issueRow(issueId)).toEqual(regressed)
    expect(regressed.substatus).toBe('regressed')
  })

  it('assigns to who had it before', async () => {
    const issueId = await at.happen('TypeError')
    const toMember = await change([issueId], { kind: 'assign', accountId: MEMBER.id })
    const toOwner = await change([issueId], { kind: 'assign', accountId: OWNER.id })
    await at.desk.issues.undo(toOwner)
    expect((await issueRow(issueId)).assigned_to).toBe(MEMBER.id)
    await at.desk.issues.undo(toMember)
    expect((await issueRow(issueId)).assigned_to).toBe(null)
  })

  it('takes back all of a change, and only what it changed', async () => {
    const [first, second, third] = [
      await at.happen('TypeError'),
      await at.happen('RangeError'),
      await at.happen('SyntaxError'),
    ]
    await change([second], { kind: 'resolve' })
    const handle = await change([first, second, third], { kind: 'resolve' })
    expect(await at.desk.issues.undo(handle)).toEqual({
      issueIds: [first, third],
      shortIds: ['CRUMBTRAIL-1', 'CRUMBTRAIL-3'],
    })
    const { items } = await at.desk.issues.list({ limit: 10 })
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [third, 'open'],
      [second, 'resolved'],
      [first, 'open'],
    ])
  })

  it('leaves its line in the activity', async () => {
    const issueId = await at.happen('TypeError')
    await at.desk.issues.undo(await change([issueId], { kind: 'resolve' }))
    expect((await at.desk.issues.findHandling(issueId))?.activity).toMatchObject([
      { kind: 'undone', who: 'ada@example.com', data: { change: 'resolved' } },
      { kind: 'resolved', who: 'ada@example.com' },
      { kind: 'first-seen' },
    ])
  })
})

describe('Undo is refused', () => {
  const tooLate = { refusal: 'Cannot undo the change: it was undone already, or is too long ago' }
  const changed = { refusal: 'Cannot undo the change: CRUMBTRAIL-1 has changed since' }

  it('when one of the issues has changed since, for all of them', async () => {
    const [first, second] = [await at.happen('TypeError'), await at.happen('RangeError')]
    const handle = await change([first, second], { kind: 'resolve' })
    await at.deskOf(MEMBER.id).issues.change([first], [{ kind: 'archive' }])
    expect(await at.desk.issues.undo(handle)).toEqual(changed)
    expect(await at.desk.issues.find(second)).toMatchObject({ status: 'resolved' })
  })

  it('when an event has reopened the issue', async () => {
    const issueId = await at.happen('TypeError')
    const handle = await change([issueId], { kind: 'resolve' })
    await at.happen('TypeError')
    expect(await at.desk.issues.undo(handle)).toEqual(changed)
  })

  it('when the issue was resolved once more since', async () => {
    const issueId = await at.happen('TypeError')
    const handle = await change([issueId], { kind: 'resolve' })
    await change([issueId], { kind: 'reopen' })
    await change([issueId], { kind: 'resolve' })
    expect(await at.desk.issues.undo(handle)).toEqual(changed)
  })

  it('when somebody else has it by now', async () => {
    const issueId = await at.happen('TypeError')
    const handle = await change([issueId], { kind: 'assign', accountId: OWNER.id })
    await change([issueId], { kind: 'assign', accountId: MEMBER.id })
    expect(await at.desk.issues.undo(handle)).toEqual(changed)
  })

  it('when it was undone already, is another account’s, or is no change at all', async () => {
    const issueId = await at.happen('TypeError')
    const handle = await change([issueId], { kind: 'resolve' })
    expect(await at.deskOf(MEMBER.id).issues.undo(handle)).toEqual(tooLate)
    expect(await at.desk.issues.undo('')).toEqual(tooLate)
    expect(await at.desk.issues.undo('7-x')).toEqual(tooLate)
    await at.desk.issues.undo(handle)
    expect(await at.desk.issues.undo(handle)).toEqual(tooLate)
  })

  it('an hour later, when nothing is stored of it any more', async () => {
    const [first, second] = [await at.happen('TypeError'), await at.happen('RangeError')]
    const handle = await change([first], { kind: 'resolve' })
    at.hand.advance(3_600_000)
    expect(await at.desk.issues.undo(handle)).toEqual(tooLate)
    await change([second], { kind: 'resolve' })
    const kept = await at.store.db
      .selectFrom('issue_activity')
      .select('issue_id')
      .where('undo', 'is not', null)
      .execute()
    expect(kept).toEqual([{ issue_id: second }])
  })

  it('where there was nothing to change', async () => {
    const issueId = await at.happen('TypeError')
    await change([issueId], { kind: 'resolve' })
    expect(await at.desk.issues.change([issueId], [{ kind: 'resolve' }])).toEqual({
      issueIds: [issueId],
      shortIds: ['CRUMBTRAIL-1'],
    })
  })
})
