import { beforeEach, describe, expect, it } from 'vitest'
import { createInvitations, type Invitations } from '#server/accounts/links/invitations.ts'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import {
  type AccountDesk,
  openAccountDesk,
  PASSWORD,
  tokenOf,
} from '#tests/support/accounts/account-browser.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const DAY = 24 * 60 * 60_000
const BOB = 'bob@example.com'
const GIVEN = { name: 'Bob', password: PASSWORD }

describe.each(ENGINES)('invitations on %s', (engine) => {
  let at: AccountDesk
  let admin: { id: number; email: string }
  let byAdmin: Invitations

  beforeEach(async () => {
    at = await openAccountDesk(engine)
    await at.add('olga@example.com', 'owner')
    admin = { id: await at.add('ada@example.com', 'admin'), email: 'ada@example.com' }
    byAdmin = createInvitations(at.issuer('admin', admin))
  })

  /** Makes a link, which must work. */
  async function made(role: 'viewer' | 'member' | 'admin' = 'member', teamIds: number[] = []) {
    const invitation = await byAdmin.invite({ email: BOB, role, teamIds })
    if ('refusal' in invitation) throw new Error(invitation.refusal)
    return invitation
  }

  it('let one person in, once, with the role and the teams that were given', async () => {
    await at.store.write(async (trx) => {
      const rows = ['Web', 'Gone'].map((name, index) => ({ id: index + 1, slug: name, name, created_at: 0 }))
      await trx.insertInto('team').values(rows).execute()
    })
    const invitation = await made('viewer', [1, 2])
    expect(invitation).toMatchObject({ email: BOB, role: 'viewer', expiresAt: at.time.now + 7 * DAY })
    expect(invitation.link).toMatch(/^https:\/\/desk\.example\/invitations\/[\w-]{43}$/)
    await at.store.write((trx) => trx.deleteFrom('team').where('id', '=', 2).execute())

    const jar = at.browser()
    const { links } = await jar.request()
    const token = tokenOf(invitation)
    expect(await links.read('invitation', token)).toEqual({
      state: 'open',
      email: BOB,
      expiresAt: invitation.expiresAt,
    })
    expect(await links.acceptInvitation(token, GIVEN)).toEqual({ ok: true, isSignedIn: true })
    expect(await at.findViewer(jar.cookie)).toMatchObject({ email: BOB, role: 'viewer' })
    expect(await at.store.db.selectFrom('team_member').selectAll().execute()).toEqual([
      { team_id: 1, account_id: 3 },
    ])
    expect(await byAdmin.list()).toEqual([])
    expect(await links.read('invitation', token)).toEqual({ state: 'used' })
    expect(await links.acceptInvitation(token, GIVEN)).toEqual({
      ok: false,
      refusal: 'Cannot accept the invitation: this link was used',
    })
  })

  it('are won by one of two who follow the link at the same moment', async () => {
    const token = tokenOf(await made())
    const jars = [at.browser('10.0.0.2'), at.browser('10.0.0.3')]
    const results = await Promise.all(
      jars.map(async (jar) => (await jar.request()).links.acceptInvitation(token, GIVEN)),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { ok: false, refusal: expect.stringMatching(/^Cannot accept the invitation: this link was/) },
    ])
    expect(jars.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1)
    expect(
      await at.store.db.selectFrom('account').select('email').where('email', '=', BOB).execute(),
    ).toHaveLength(1)
  })

  it('store only the hash of the link, and show who made it', async () => {
    const invitation = await made()
    const rows = await at.store.db.selectFrom('account_link').selectAll().execute()
    const audit = await at.store.db.selectFrom('audit_entry').selectAll().execute()
    expect(JSON.stringify([rows, audit])).not.toContain(tokenOf(invitation))
    expect(rows).toMatchObject([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), kind: 'invitation' }])
    const [listed] = await byAdmin.list()
    expect(listed).toEqual({
      id: rows[0]?.token_hash.slice(0, 16),
      email: BOB,
      role: 'member',
      teams: [],
      invitedBy: 'ada@example.com',
      createdAt: at.time.now,
      expiresAt: at.time.now + 7 * DAY,
    })
    expect(JSON.stringify(listed)).not.toContain(tokenOf(invitation))
  })

  it('expire after 7 days', async () => {
    const token = tokenOf(await made())
    const { links } = await at.browser().request()
    at.time.now += 7 * DAY - 1
    expect(await links.read('invitation', token)).toMatchObject({ state: 'open' })
    at.time.now += 1
    expect(await links.read('invitation', token)).toEqual({ state: 'expired' })
    expect(await links.acceptInvitation(token, GIVEN)).toMatchObject({ ok: false })
    expect(await byAdmin.list()).toEqual([])
  })

  it('can be revoked, and made anew, which ends the earlier link', async () => {
    const first = await made()
    const [listed] = await byAdmin.list()
    const second = await byAdmin.renew(listed?.id ?? '')
    if ('refusal' in second) throw new Error(second.refusal)
    const { links } = await at.browser().request()
    expect(await links.read('invitation', tokenOf(first))).toEqual({ state: 'replaced' })
    expect(await links.read('invitation', tokenOf(second))).toMatchObject({ state: 'open' })
    const [renewed] = await byAdmin.list()
    expect(await byAdmin.revoke(renewed?.id ?? '')).toEqual({ email: BOB })
    expect(await links.read('invitation', tokenOf(second))).toEqual({ state: 'revoked' })
    expect(await byAdmin.revoke(renewed?.id ?? '')).toEqual({
      refusal: 'Cannot revoke the invitation: it was used or revoked, or has expired',
    })
  })

  it('to be an owner are made, renewed and revoked by owners alone', async () => {
    expect(await byAdmin.invite({ email: BOB, role: 'owner' })).toEqual({
      refusal: 'Cannot invite: only an owner may invite an owner',
      field: 'role',
    })
    const byOwner = createInvitations(at.issuer('owner'))
    expect(await byOwner.invite({ email: BOB, role: 'owner' })).toMatchObject({ role: 'owner' })
    const [{ id } = { id: '' }] = await byAdmin.list()
    expect(await byAdmin.renew(id)).toEqual({ refusal: 'Cannot renew the invitation: only an owner may' })
    expect(await byAdmin.revoke(id)).toEqual({ refusal: 'Cannot revoke the invitation: only an owner may' })
    expect(await byOwner.revoke(id)).toEqual({ email: BOB })
  })

  it.each(['viewer', 'member'] as const)('are made by no %s', async (role) => {
    const invitations = createInvitations(at.issuer(role))
    expect(await invitations.invite({ email: BOB, role: 'viewer' })).toHaveProperty('refusal')
  })

  it('are refused for an address that has an account, is none, or a team that does not exist', async () => {
    expect(await byAdmin.invite({ email: ' OLGA@example.com', role: 'member' })).toEqual({
      refusal: 'Cannot invite: olga@example.com already has an account',
      field: 'email',
    })
    expect(await byAdmin.invite({ email: 'bob', role: 'member' })).toEqual({
      refusal: 'Cannot invite: "bob" is not an email address',
      field: 'email',
    })
    expect(await byAdmin.invite({ email: BOB, role: 'member', teamIds: [9] })).toEqual({
      refusal: 'Cannot invite: a team no longer exists',
      field: 'team',
    })
  })

  it('open nothing once whoever made them was disabled, removed, or may invite nobody any more', async () => {
    const accounts = createAccountManager(at.store, () => at.time.now, COMMAND)
    const { links } = await at.browser().request()
    const disabled = tokenOf(await made())
    await accounts.disable({ id: admin.id })
    expect(await links.read('invitation', disabled)).toEqual({ state: 'revoked' })
    await accounts.enable({ id: admin.id })
    expect(await links.read('invitation', disabled)).toEqual({ state: 'revoked' })

    const demoted = tokenOf(await made())
    await at.store.write((trx) =>
      trx.updateTable('account').set({ role: 'member' }).where('id', '=', admin.id).execute(),
    )
    expect(await links.read('invitation', demoted)).toEqual({ state: 'revoked' })
    expect(await links.acceptInvitation(demoted, GIVEN)).toMatchObject({ ok: false })
    expect(await byAdmin.list()).toEqual([])

    const removed = tokenOf(await made())
    await accounts.remove({ id: admin.id })
    expect(await links.read('invitation', removed)).toEqual({ state: 'revoked' })
  })

  it('give nothing that the invited asks for', async () => {
    const token = tokenOf(await made('viewer'))
    const jar = at.browser()
    const greedy = { ...GIVEN, role: 'owner', email: 'eve@example.com', teamIds: [1] }
    expect(await (await jar.request()).links.acceptInvitation(token, greedy)).toMatchObject({ ok: true })
    expect(await at.findViewer(jar.cookie)).toMatchObject({ email: BOB, role: 'viewer' })
  })

  it('are kept when the form was not right, and take a name of up to 80 characters', async () => {
    const token = tokenOf(await made())
    const { links } = await at.browser().request()
    expect(await links.acceptInvitation(token, { name: 'Bob', password: 'short' })).toEqual({
      ok: false,
      refusal: 'Cannot use this password: it has 5 characters and needs at least 12',
      field: 'password',
    })
    for (const name of ['x'.repeat(81), 'Bob\u202e'])
      expect(await links.acceptInvitation(token, { name, password: PASSWORD })).toMatchObject({
        field: 'name',
      })
    expect(await links.acceptInvitation(token, { name: '  Bob \n Doe ', password: PASSWORD })).toMatchObject({
      ok: true,
    })
    const stored = await at.store.db.selectFrom('account').select('name').where('email', '=', BOB).execute()
    expect(stored).toEqual([{ name: 'Bob Doe' }])
  })

  it('end the session that was planted in the browser', async () => {
    const token = tokenOf(await made())
    const jar = await at.signedIn('olga@example.com')
    const planted = jar.cookie
    expect(await (await jar.request()).links.acceptInvitation(token, GIVEN)).toMatchObject({ ok: true })
    expect(jar.cookie).not.toBe(planted)
    expect(await at.findViewer(planted)).toBeUndefined()
  })

  it('are no resets, and stop guessing at the pace of sign-ins', async () => {
    const token = tokenOf(await made())
    const { links } = await at.browser('10.9.9.9').request()
    expect(await links.read('reset', token)).toEqual({ state: 'unknown' })
    for (let guess = 0; guess < 10; guess++)
      expect(await links.acceptInvitation(`guess ${guess}`, GIVEN)).toEqual({
        ok: false,
        refusal: 'Cannot accept the invitation: there is no such link',
      })
    expect(await links.acceptInvitation(token, GIVEN)).toEqual({
      ok: false,
      refusal: 'Cannot accept the invitation: too many attempts; try again in 90 seconds',
    })
    const other = await at.browser('10.9.8.8').request()
    expect(await other.links.acceptInvitation(token, GIVEN)).toMatchObject({ ok: true })
  })
})
