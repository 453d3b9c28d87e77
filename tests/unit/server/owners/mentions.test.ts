import { describe, expect, it } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { renameAccount } from '#server/store/accounts/own-account.ts'
import {
  type ADA,
  BOB,
  GRACE,
  type OwnersDesk,
  openOwnersDesk,
} from '#tests/support/desk/prepared/owners-desk.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

async function mentioned({ desk }: OwnersDesk, issueId: number, text: string) {
  await desk.issues.addComment(issueId, text)
  const [comment] = (await desk.issues.findHandling(issueId))?.activity ?? []
  return comment?.kind === 'comment'
    ? (comment.data.mentions ?? []).map(({ text, name }) => [text, name])
    : []
}

async function search({ deskOf }: OwnersDesk, query: string, viewer: typeof ADA | typeof GRACE | typeof BOB) {
  const found = await deskOf(viewer).issues.search({ query, limit: 10, sort: 'new' })
  return 'refusal' in found ? found.refusal : found.items.map(({ type }) => type).join(' ')
}

describe.each(ENGINES)('a comment on %s', (engine) => {
  it('mentions members by address, name and its first part, and teams by slug', async () => {
    const at = await openOwnersDesk(engine)
    const issueId = await at.happen('TypeError')
    await at.store.write((trx) => renameAccount(trx, { id: GRACE.id, name: 'Grace Hopper' }))
    const text =
      'See (@grace@example.com), @Bob. #billing! @gracehopper: @eve #none a@ada x#web @ada@other.example'
    expect(await mentioned(at, issueId, text)).toEqual([
      ['@grace@example.com', 'Grace Hopper'],
      ['@Bob', BOB.email],
      ['#billing', '#billing'],
      ['@gracehopper', 'Grace Hopper'],
    ])
    await at.store.write((trx) => renameAccount(trx, { id: BOB.id, name: 'Grace Hopper' }))
    expect(await mentioned(at, issueId, '@gracehopper')).toEqual([])
  })

  it('is found by whom it mentions, until it mentions somebody else or is deleted', async () => {
    const at = await openOwnersDesk(engine)
    const [first, second] = [await at.happen('First'), await at.happen('Second')]
    const added = await at.desk.issues.addComment(first, 'for @grace')
    await at.desk.issues.addComment(second, 'for #billing, twice #billing')
    expect(await search(at, 'mentions:me', GRACE)).toBe('Second First')
    expect(await search(at, 'mentions:my_teams', GRACE)).toBe('Second')
    expect(await search(at, 'mentions:#billing', BOB)).toBe('Second')
    expect(await search(at, 'mentions:grace@example.com', BOB)).toBe('First')
    expect(await search(at, 'is:for_me', GRACE)).toBe('Second First')
    expect(await search(at, 'mentions:me', BOB)).toBe('')
    const commentId = 'commentId' in added ? added.commentId : 0
    await at.desk.issues.editComment(first, commentId, 'for @bob')
    expect([await search(at, 'mentions:me', GRACE), await search(at, 'mentions:me', BOB)]).toEqual([
      'Second',
      'First',
    ])
    await at.desk.issues.change([first, second], [{ kind: 'merge' }])
    const merged = (await at.desk.issues.search({ query: '', limit: 9 })) as { items: { type: string }[] }
    expect(await search(at, 'mentions:me', BOB)).toBe(merged.items[0]?.type)
    const [issue] = (await at.desk.issues.list({ limit: 1 })).items
    await at.desk.issues.deleteComment(issue?.id ?? 0, commentId)
    expect(await search(at, 'mentions:me', BOB)).toBe('')
    await createAccountManager(at.store, at.hand.clock, COMMAND).remove({ id: BOB.id })
    await at.desk.teams.delete(1)
    expect(await at.store.db.selectFrom('issue_mention').selectAll().execute()).toEqual([])
  })

  it('mentions nobody who does not see the project', async () => {
    const at = await openOwnersDesk(engine)
    const issueId = await at.happen('TypeError')
    const slug = (await at.desk.projects.list()).find(({ id }) => id === 1)?.slug ?? ''
    await at.desk.teams.changeProjectAccess(slug, { access: 'teams', teamIds: [1], was: 'all' })
    const names = await mentioned(at, issueId, '@bob #web @grace #billing @ada')
    expect(names.map(([text]) => text)).toEqual(['@grace', '#billing', '@ada'])
  })
})
