import { describe, expect, it } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { IssueRequest } from '#server/models/issue-changes.ts'
import { ADA, BOB, GRACE, type OwnersDesk, openOwnersDesk } from '#tests/support/desk/prepared/owners-desk.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const TO_BILLING = { kind: 'assign-team', teamId: 1 } as const
const TO_GRACE = { kind: 'assign', accountId: GRACE.id } as const
const BILLING = { type: 'team', id: 1, slug: 'billing', name: 'Billing' }

async function assign({ desk, hand }: OwnersDesk, issueIds: number[], request: IssueRequest) {
  hand.advance(1_000)
  return desk.issues.change(issueIds, [request])
}

async function search({ deskOf }: OwnersDesk, query: string, viewer: typeof ADA | typeof GRACE = ADA) {
  const found = await deskOf(viewer).issues.search({ query, limit: 10, sort: 'new' })
  return 'refusal' in found ? found.refusal : found.items.map(({ type }) => type).join(' ')
}

describe.each(ENGINES)('an issue on %s', (engine) => {
  it('is assigned to a team, then to a member, and each undo takes one back', async () => {
    const at = await openOwnersDesk(engine)
    const issueId = await at.happen('TypeError')
    const assigneeNow = async () => (await at.desk.issues.findHandling(issueId))?.assignee
    const toTeam = await assign(at, [issueId], TO_BILLING)
    expect(await assigneeNow()).toEqual(BILLING)
    expect((await at.desk.issues.list({ limit: 1 })).items[0]?.assignee).toEqual(BILLING)
    const toMember = await assign(at, [issueId], TO_GRACE)
    expect(await assigneeNow()).toEqual({ type: 'user', id: 2, email: GRACE.email, name: '' })
    expect(await at.desk.issues.undo(('undo' in toMember && toMember.undo) || '')).toHaveProperty('issueIds')
    expect(await assigneeNow()).toEqual(BILLING)
    expect(await at.desk.issues.undo(('undo' in toTeam && toTeam.undo) || '')).toHaveProperty('issueIds')
    expect(await assigneeNow()).toBeNull()
    const lines = (await at.desk.issues.findHandling(issueId))?.activity ?? []
    expect(lines.map(({ kind, data }) => [kind, data])).toContainEqual(['assigned', { assignee: '#billing' }])
  })

  it('is found by whose it is', async () => {
    const at = await openOwnersDesk(engine)
    const [ofTeam, ofGrace] = [await at.happen('Team'), await at.happen('Grace')]
    await at.happen('None')
    await assign(at, [ofTeam], TO_BILLING)
    await assign(at, [ofGrace], TO_GRACE)
    expect(await search(at, 'assigned:#billing')).toBe('Team')
    expect(await search(at, 'assigned:#web')).toBe('')
    expect(await search(at, 'assigned:my_teams', GRACE)).toBe('Team')
    expect(await search(at, 'assigned:me', GRACE)).toBe('Grace')
    expect(await search(at, 'assigned:[me, my_teams]', GRACE)).toBe('Grace Team')
    expect(await search(at, 'assigned:my_teams')).toBe('')
    expect(await search(at, 'is:for_me', GRACE)).toBe('Grace Team')
    expect(await search(at, 'assigned:any')).toBe('Grace Team')
    expect(await search(at, 'assigned:none')).toBe('None')
    expect(await search(at, 'is:unassigned')).toBe('None')
    expect(await search(at, 'is:for_review')).toBe('None')
    await at.desk.issues.change([ofGrace], [{ kind: 'resolve' }])
    expect(await search(at, 'is:for_me', GRACE)).toBe('Team')
  })

  it('is nobody’s once its team or its member is gone, and says whose it was', async () => {
    const at = await openOwnersDesk(engine)
    const [ofTeam, ofGrace] = [await at.happen('Team'), await at.happen('Grace')]
    await assign(at, [ofTeam], TO_BILLING)
    await assign(at, [ofGrace], TO_GRACE)
    await at.desk.teams.delete(1)
    await createAccountManager(at.store, at.hand.clock, COMMAND).remove({ id: GRACE.id })
    const handlings = [await at.desk.issues.findHandling(ofTeam), await at.desk.issues.findHandling(ofGrace)]
    expect(handlings.map((handling) => handling?.assignee)).toEqual([null, null])
    expect(handlings.map((handling) => handling?.activity[0])).toMatchObject([
      { kind: 'unassigned', who: null, data: { was: '#billing', why: 'team-deleted' } },
      { kind: 'unassigned', who: null, data: { was: GRACE.email, why: 'account-removed' } },
    ])
    expect(handlings[0]?.activity[0]?.createdAt).toBe(at.hand.clock())
  })

  it('goes to nobody who does not see its project', async () => {
    const at = await openOwnersDesk(engine)
    const issueId = await at.happen('TypeError')
    const project = await at.store.db
      .selectFrom('project')
      .select('slug')
      .where('id', '=', 1)
      .executeTakeFirst()
    const slug = project?.slug ?? ''
    await at.desk.teams.changeProjectAccess(slug, { access: 'teams', teamIds: [1], was: 'all' })
    const names = (await at.desk.accounts.listAssignees(slug)).map((one) =>
      one.type === 'team' ? one.slug : one.email,
    )
    expect(names).toEqual(['billing', ADA.email, GRACE.email])
    const refused = async (request: IssueRequest) => {
      const changed = await at.desk.issues.change([issueId], [request])
      return 'refusal' in changed && changed.refusal
    }
    expect(await refused({ kind: 'assign', accountId: BOB.id })).toBe(
      'Cannot change issues: bob@example.com is disabled, or does not see the project',
    )
    expect(await refused({ kind: 'assign-team', teamId: 2 })).toBe(
      'Cannot change issues: #web does not see the project',
    )
    expect(await refused({ kind: 'assign-team', teamId: 9 })).toBe(
      'Cannot change issues: there is no such team',
    )
    expect(await refused(TO_BILLING)).toBe(false)
    expect(await refused(TO_GRACE)).toBe(false)
  })
})
