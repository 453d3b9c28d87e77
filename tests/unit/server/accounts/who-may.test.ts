import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { type Actor, COMMAND, NOBODY } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 0, 1)

async function openWith(engine: Engine, roles: readonly Role[]) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  const people: Actor[] = []
  for (const [index, role] of roles.entries()) {
    const email = `${role}-${index}@example.com`
    const id = await store.write((trx) =>
      insertAccount(trx, { email, passwordHash: '-', role, createdAt: NOW }),
    )
    people.push({ accountId: id ?? 0, actor: email, ip: null })
  }
  const as = (by: Actor) => createAccountManager(store, () => NOW, by)
  const rolesNow = async () => (await as(COMMAND).list()).map(({ role }) => role)
  return { people, as, rolesNow }
}

const refOf = ({ accountId }: Actor) => ({ id: accountId ?? 0 })

describe.each(ENGINES)('changing accounts on %s', (engine) => {
  it('keeps one of two owners who take the role from each other at the same moment', async () => {
    const { people, as, rolesNow } = await openWith(engine, ['owner', 'owner'])
    const [ada, bob] = people as [Actor, Actor] // There are two.
    const outcomes = await Promise.all([
      as(ada).changeRole(refOf(bob), 'member'),
      as(bob).changeRole(refOf(ada), 'member'),
    ])
    expect(outcomes.filter((outcome) => 'refusal' in outcome)).toHaveLength(1)
    expect((await rolesNow()).sort()).toEqual(['member', 'owner'])
  })

  it('neither removes, disables nor demotes the last owner, whoever asks', async () => {
    const { people, as, rolesNow } = await openWith(engine, ['owner', 'admin'])
    const [ada] = people as [Actor, Actor]
    for (const by of [ada, COMMAND]) {
      const sentence = (verb: string) => ({
        refusal: `Cannot ${verb}: owner-0@example.com is the only owner who can sign in; make another account an owner first`,
      })
      expect(await as(by).changeRole(refOf(ada), 'admin')).toEqual(sentence('change the role'))
      expect(await as(by).remove(refOf(ada))).toEqual(sentence('remove the user'))
      expect(await as(by).disable(refOf(ada))).toEqual(sentence('disable the user'))
    }
    expect(await rolesNow()).toEqual(['owner', 'admin'])
  })

  it('lets admins change members, and neither touch nor make owners', async () => {
    const { people, as, rolesNow } = await openWith(engine, ['owner', 'owner', 'admin', 'member'])
    const [ada, , carol, dan] = people as [Actor, Actor, Actor, Actor]
    for (const outcome of [
      await as(carol).changeRole(refOf(ada), 'member'),
      await as(carol).disable(refOf(ada)),
      await as(carol).remove(refOf(ada)),
      await as(carol).changePassword(refOf(ada), 'a long enough password'),
      await as(carol).endSessions(refOf(ada)),
    ]) {
      expect(outcome).toEqual({
        refusal: expect.stringMatching(/: it needs the role owner to change an owner$/),
      })
    }
    for (const ref of [carol, dan]) {
      expect(await as(carol).changeRole(refOf(ref), 'owner')).toEqual({
        refusal: 'Cannot change the role: it needs the role owner to make somebody an owner',
      })
    }
    expect(await as(carol).changeRole(refOf(dan), 'viewer')).toMatchObject({ account: { role: 'viewer' } })
    expect(await rolesNow()).toEqual(['owner', 'owner', 'admin', 'viewer'])
  })

  it('lets a token of the organization change owners, as only owners make such a token, and strangers nobody', async () => {
    const { people, as } = await openWith(engine, ['owner', 'member'])
    const [, bob] = people as [Actor, Actor]
    const token = as({ accountId: null, actor: 'token "CI"', ip: null })
    expect(await token.changeRole(refOf(bob), 'owner')).toMatchObject({ account: { role: 'owner' } })
    expect(await as(NOBODY).disable(refOf(bob))).toEqual({ refusal: expect.any(String) })
  })

  it('lets members change their own password, and nobody else', async () => {
    const { people, as } = await openWith(engine, ['owner', 'member', 'member'])
    const [, bob, carol] = people as [Actor, Actor, Actor]
    expect(await as(bob).changePassword(refOf(bob), 'a long enough password')).toHaveProperty('account')
    expect(await as(bob).changePassword(refOf(carol), 'a long enough password')).toEqual({
      refusal: 'Cannot change the password: it needs the role admin',
    })
    expect(await as(bob).changeRole(refOf(bob), 'admin')).toEqual({
      refusal: 'Cannot change the role: it needs the role admin',
    })
  })

  it('refuses a form that shows another role than the account has by now', async () => {
    const { people, as } = await openWith(engine, ['owner', 'admin', 'member'])
    const [ada, bob, carol] = people as [Actor, Actor, Actor]
    const outcomes = await Promise.all([
      as(ada).changeRole(refOf(carol), 'admin', 'member'),
      as(bob).changeRole(refOf(carol), 'viewer', 'member'),
    ])
    expect(outcomes.filter((outcome) => 'refusal' in outcome)).toEqual([
      {
        refusal: expect.stringMatching(/member-2@example.com was made (admin|viewer) in the meantime$/),
      },
    ])
  })
})
