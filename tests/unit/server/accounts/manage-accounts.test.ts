import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addAccount } from '#server/accounts/add-account.ts'
import { rememberDevice } from '#server/accounts/known-devices.ts'
import { type AccountManager, createAccountManager } from '#server/accounts/manage-accounts.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { createSession, createViewerFinder } from '#server/accounts/sessions.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { findCredentials, hasAccounts } from '#server/store/accounts/accounts.ts'
import { renameAccount } from '#server/store/accounts/own-account.ts'
import type { Store } from '#server/store/engine/store.ts'
import { MEMBER, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 0, 1)
const ADA = { email: 'ada@example.com' }
const BOB = { email: 'bob@example.com' }
const PASSWORD = 'correct horse battery'

let store: Store
let accounts: AccountManager
let findViewer: ReturnType<typeof createViewerFinder>

beforeEach(async () => {
  store = await openTestStore('sqlite')
  accounts = createAccountManager(store, () => NOW, COMMAND)
  findViewer = createViewerFinder(store, () => NOW)
  onTestFinished(() => store.close())
  for (const { email } of [ADA, BOB]) {
    await addAccount({ store, email, password: PASSWORD, clock: () => NOW, by: COMMAND })
  }
})

function signIn(accountId: number) {
  return store.write((trx) =>
    createSession(trx, { accountId, now: NOW, random: randomBytes, ip: '10.0.0.1', userAgent: 'Firefox' }),
  )
}

describe('changing a password', () => {
  it('lets the new one in and the old one out, and ends the sessions and the devices, of this account only', async () => {
    const [ofAda, ofBob] = [await signIn(1), await signIn(2)]
    await store.write((trx) => rememberDevice(trx, { accountId: 2, now: NOW, random: randomBytes }))
    const outcome = await accounts.changePassword(BOB, 'another horse battery')
    expect(outcome).toMatchObject({ account: { id: 2, sessionCount: 0 }, endedSessions: 1 })
    expect([await findViewer(ofAda), await findViewer(ofBob)]).toEqual([expect.anything(), undefined])
    const hash = (await findCredentials(store.db, BOB.email))?.passwordHash
    expect(await verifyPassword('another horse battery', hash)).toBe(true)
    expect(await verifyPassword(PASSWORD, hash)).toBe(false)
    expect(await store.db.selectFrom('known_device').selectAll().execute()).toEqual([])
  })

  it('refuses one that is too short, and an account that is not there', async () => {
    const session = await signIn(2)
    expect(await accounts.changePassword(BOB, 'short')).toEqual({
      refusal: 'Cannot change the password: it has 5 characters and needs at least 12',
    })
    expect(await accounts.changePassword({ email: 'eve@example.com' }, PASSWORD)).toEqual({
      refusal: 'Cannot change the password: there is no user "eve@example.com"',
    })
    expect(await findViewer(session)).toBeDefined()
  })
})

describe('disabling', () => {
  it('ends the sessions, which enabling does not bring back', async () => {
    const session = await signIn(2)
    expect(await findViewer(session)).toBeDefined()
    expect(await accounts.disable(BOB)).toMatchObject({ account: { disabledAt: NOW }, endedSessions: 1 })
    expect(await findViewer(session)).toBeUndefined()
    expect(await accounts.enable(BOB)).toMatchObject({ account: { disabledAt: null }, endedSessions: 0 })
    expect(await findViewer(session)).toBeUndefined()
    expect(await findViewer(await signIn(2))).toBeDefined()
  })

  it('counts for a session that was begun beside it', async () => {
    await accounts.disable(BOB)
    expect(await findViewer(await signIn(2))).toBeUndefined()
  })
})

describe('the last owner who can sign in', () => {
  const refusal = (verb: string) =>
    `Cannot ${verb} the user: ada@example.com is the only owner who can sign in; make another account an owner first`

  it('is neither removed nor disabled', async () => {
    expect(await accounts.remove(ADA)).toEqual({ refusal: refusal('remove') })
    expect(await accounts.disable(ADA)).toEqual({ refusal: refusal('disable') })
    expect(await accounts.list()).toMatchObject([{ ...ADA, disabledAt: null }, BOB])
  })

  it('may go when there is another, and then that one stays', async () => {
    await accounts.changeRole(BOB, 'owner')
    expect(await accounts.disable(BOB)).toMatchObject({ account: { role: 'owner' } })
    expect(await accounts.remove(ADA)).toEqual({ refusal: refusal('remove') })
    await accounts.enable(BOB)
    expect(await accounts.remove(ADA)).toMatchObject({ account: ADA })
    expect(await accounts.remove(BOB)).toHaveProperty('refusal')
    expect(await hasAccounts(store.db)).toBe(true)
  })
})

describe('removing', () => {
  it('ends the sessions and frees the email; the next account with the same id finds nothing private', async () => {
    const session = await signIn(2)
    const view = { account_id: 2, name: 'mine', query: '', sort: 'date', created_at: NOW }
    await store.write((trx) => trx.insertInto('saved_view').values(view).execute())
    expect(await accounts.remove(BOB)).toMatchObject({ account: { id: 2 }, endedSessions: 1 })
    expect(await findViewer(session)).toBeUndefined()
    const again = await addAccount({ store, ...BOB, password: PASSWORD, clock: () => NOW, by: COMMAND })
    expect(again).toEqual({ account: { id: 2, ...BOB, role: 'member' } })
    expect(await store.db.selectFrom('saved_view').selectAll().execute()).toEqual([])
    expect(await findViewer(session)).toBeUndefined()
  })
})

describe('what a removed account did to issues', () => {
  it("keeps its name; what was assigned to it is nobody's", async () => {
    const at = await openIssueDesk()
    onTestFinished(() => at.close())
    const issueId = await at.happen('TypeError')
    await at.deskOf(MEMBER.id).issues.addComment(issueId, 'I have seen this')
    const change = { kind: 'assign', accountId: MEMBER.id } as const
    expect(await at.desk.issues.change([issueId], [change])).not.toHaveProperty('refusal')
    await createAccountManager(at.store, at.hand.clock, COMMAND).remove({ id: MEMBER.id })
    const handling = await at.desk.issues.findHandling(issueId)
    expect(handling?.activity).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'comment', accountId: null, who: MEMBER.email }),
        expect.objectContaining({ kind: 'assigned', who: OWNER.email, data: { assignee: MEMBER.email } }),
      ]),
    )
    expect(handling?.assignee ?? null).toBeNull()
    expect(handling?.activity[0]).toMatchObject({
      ...{ kind: 'unassigned', who: null, data: { was: MEMBER.email, why: 'account-removed' } },
    })
  })
})

describe('what an account with a name did to issues', () => {
  it('shows the name, and keeps it when the account is removed', async () => {
    const at = await openIssueDesk()
    onTestFinished(() => at.close())
    await at.store.write((trx) => renameAccount(trx, { id: MEMBER.id, name: 'Mia Kern' }))
    const issueId = await at.happen('TypeError')
    await at.deskOf(MEMBER.id).issues.addComment(issueId, 'I have seen this')
    const change = { kind: 'assign', accountId: MEMBER.id } as const
    await at.desk.issues.change([issueId], [change])
    const before = await at.desk.issues.findHandling(issueId)
    expect(before?.assignee).toEqual({ type: 'user', id: MEMBER.id, email: MEMBER.email, name: 'Mia Kern' })
    expect(await at.desk.issues.find(issueId)).toMatchObject({
      assignee: { type: 'user', email: MEMBER.email, name: 'Mia Kern' },
    })
    const comment = { kind: 'comment', accountId: MEMBER.id, who: 'Mia Kern', email: MEMBER.email }
    const assigned = { kind: 'assigned', who: OWNER.email, data: { assignee: 'Mia Kern' } }
    expect(before?.activity).toEqual(
      expect.arrayContaining([expect.objectContaining(comment), expect.objectContaining(assigned)]),
    )
    await createAccountManager(at.store, at.hand.clock, COMMAND).remove({ id: MEMBER.id })
    const kept = { ...comment, accountId: null, email: null }
    expect((await at.desk.issues.findHandling(issueId))?.activity).toEqual(
      expect.arrayContaining([expect.objectContaining(kept), expect.objectContaining(assigned)]),
    )
  })
})

describe('sessions', () => {
  it('are listed without anything that opens one, newest first, and ended one by one', async () => {
    const [first, second] = [await signIn(1), await signIn(2)]
    const sessions = await accounts.listSessions()
    expect(sessions.map(({ email }) => email).sort()).toEqual([ADA.email, BOB.email])
    const [ofBob] = await accounts.listSessions(2)
    expect(ofBob).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      accountId: 2,
      ...BOB,
      createdAt: NOW,
      expiresAt: NOW + 30 * 86_400_000,
      ip: '10.0.0.1',
      userAgent: 'Firefox',
      lastUsedAt: null,
    })
    expect(await findViewer(ofBob?.id)).toBeUndefined()
    expect(await accounts.endSession(ofBob?.id ?? '', 1)).toBe(false)
    expect(await accounts.endSession(ofBob?.id ?? '', 2)).toBe(true)
    expect([await findViewer(first), await findViewer(second)]).toEqual([expect.anything(), undefined])
  })

  it.each(['', '%', '0', 'G000000000000000', '0'.repeat(64)])('are not ended by %j', async (id) => {
    const session = await signIn(1)
    expect(await accounts.endSession(id)).toBe(false)
    expect(await findViewer(session)).toBeDefined()
  })

  it('of one account end together', async () => {
    await Promise.all([signIn(2), signIn(2), signIn(1)])
    expect(await accounts.endSessions(BOB)).toMatchObject({ endedSessions: 2 })
    expect(await accounts.listSessions()).toMatchObject([ADA])
  })
})
