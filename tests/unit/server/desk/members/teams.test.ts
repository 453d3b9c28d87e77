import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const ADA = { id: 1, email: 'ada@example.com', role: 'admin' } as const
const NOW = Date.UTC(2026, 0, 1)

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  for (const email of [ADA.email, 'bob@example.com']) {
    const account = { email, passwordHash: '-', role: ADA.role, createdAt: NOW }
    await store.write((trx) => insertAccount(trx, account))
  }
  const desk = createDesk({
    store,
    sees: 'all',
    viewer: ADA,
    publicUrl: 'https://desk.example',
    clock: () => NOW,
  })
  const created = await desk.projects.create('Shop')
  if ('refusal' in created) throw new Error(created.refusal)
  return { store, desk }
}

describe.each(ENGINES)('teams on %s', (engine) => {
  it('are created, renamed and deleted, with members who come and go, and the audit log has it all', async () => {
    const { store, desk } = await open(engine)
    expect(await desk.teams.create(' Checkout ')).toEqual({ name: 'Checkout' })
    const [team] = await desk.teams.list()
    const id = team?.id ?? 0
    expect(await desk.teams.addMember(id, 2)).toEqual({ name: 'Checkout', email: 'bob@example.com' })
    expect(await desk.teams.addMember(id, 2)).toHaveProperty('name')
    expect(await desk.teams.list()).toEqual([
      {
        id,
        slug: 'checkout',
        name: 'Checkout',
        createdAt: NOW,
        members: [{ id: 2, email: 'bob@example.com' }],
        projects: [],
      },
    ])
    expect((await desk.members.list()).map(({ email, teams }) => [email, teams])).toEqual([
      ['ada@example.com', []],
      ['bob@example.com', ['Checkout']],
    ])
    expect(await desk.teams.removeMember(id, 2)).toHaveProperty('email')
    expect(await desk.teams.rename(id, { name: 'Payments', was: 'Checkout' })).toEqual({ name: 'Payments' })
    expect(await desk.teams.delete(id)).toEqual({ name: 'Payments' })
    expect(await desk.teams.list()).toEqual([])
    const audited = await store.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'target'])
      .orderBy('id')
      .execute()
    expect(
      audited
        .filter(({ action }) => action.startsWith('team.'))
        .map(({ action, target }) => [action, target]),
    ).toEqual([
      ['team.add', 'Checkout'],
      ['team.member.add', 'Checkout'],
      ['team.member.add', 'Checkout'],
      ['team.member.remove', 'Checkout'],
      ['team.rename', 'Payments'],
      ['team.remove', 'Payments'],
    ])
  })

  it('refuse names that are taken or empty, and what is not there', async () => {
    const { desk } = await open(engine)
    await desk.teams.create('Checkout')
    expect(await desk.teams.create('checkout!')).toEqual({
      refusal: 'Cannot create the team: the name "checkout" is taken',
      field: 'name',
    })
    expect(await desk.teams.create(' – ')).toMatchObject({ field: 'name' })
    expect(await desk.teams.create('x'.repeat(61))).toMatchObject({ field: 'name' })
    expect(await desk.teams.delete(99)).toEqual({ refusal: 'Cannot delete the team: it no longer exists' })
    expect(await desk.teams.addMember(1, Number.NaN)).toMatchObject({ field: 'account' })
  })

  it('are changed by one of two people who change the same thing at the same moment', async () => {
    const { desk } = await open(engine)
    await desk.teams.create('Checkout')
    const renamed = await Promise.all([
      desk.teams.rename(1, { name: 'Payments', was: 'Checkout' }),
      desk.teams.rename(1, { name: 'Tills', was: 'Checkout' }),
    ])
    expect(renamed.filter((outcome) => 'refusal' in outcome)).toHaveLength(1)
    const changed = await Promise.all([
      desk.teams.changeProjectAccess('shop', { access: 'teams', teamIds: [1], was: 'all' }),
      desk.teams.changeProjectAccess('shop', { access: 'all', teamIds: [1], was: 'all' }),
    ])
    expect(changed.filter((outcome) => 'refusal' in outcome)).toEqual([
      {
        refusal: 'Cannot change who sees the project: it changed in the meantime; here is how it is now',
      },
    ])
  })

  it('see projects that are limited to them', async () => {
    const { desk } = await open(engine)
    await desk.teams.create('Checkout')
    expect(await desk.teams.findProjectAccess('shop')).toEqual({ access: 'all', teamIds: [], version: 'all' })
    const given = { access: 'teams', teamIds: [1], was: 'all' }
    expect(await desk.teams.changeProjectAccess('shop', given)).toEqual({ access: 'teams', teamIds: [1] })
    expect(await desk.teams.findProjectAccess('shop')).toEqual({
      access: 'teams',
      teamIds: [1],
      version: 'teams 1',
    })
    expect((await desk.teams.list())[0]?.projects).toEqual([{ slug: 'shop', name: 'Shop' }])
    const refused = (parts: object) =>
      desk.teams.changeProjectAccess('shop', { ...given, was: 'teams 1', ...parts })
    expect(await refused({ teamIds: [] })).toEqual({
      refusal: 'Cannot change who sees the project: choose at least one team',
    })
    expect(await refused({ teamIds: [1, 99] })).toHaveProperty('refusal')
    expect(await refused({ access: 'owners' })).toHaveProperty('refusal')
    expect(await desk.teams.changeProjectAccess('none', given)).toHaveProperty('refusal')
    expect(await desk.teams.findProjectAccess('none')).toBeUndefined()
  })
})
