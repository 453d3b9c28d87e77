import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createToken, findBearer } from '#server/accounts/tokens.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 25)
const DAY_MS = 86_400_000
const GIVEN = {
  name: ' Deploys ',
  isOfOrganization: false,
  scopes: ['project:releases', 'event:read'],
  projects: [] as string[], // no slug says the type of its items
  lifetime: '90d',
}

async function open(engine: Engine) {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  return {
    store,
    async deskOf(role: Role) {
      const account = { email: `${role}@example.com`, role, passwordHash: '', createdAt: NOW }
      const id = (await store.write((trx) => insertAccount(trx, account))) ?? 0
      const viewer = { id, email: account.email, role }
      const by = toActor(viewer, '192.0.2.1')
      return createDesk({
        store,
        sees: 'all',
        viewer,
        by,
        publicUrl: 'https://desk.example',
        clock: () => NOW,
      })
    },
  }
}

describe.each(ENGINES)('tokens on %s', (engine) => {
  it('of one’s own are made, listed, used and revoked', async () => {
    const { store, deskOf } = await open(engine)
    const desk = await deskOf('member')
    const made = await desk.tokens.create({ ...GIVEN, projects: ['crumbtrail'] })
    if ('refusal' in made) throw new Error(made.refusal)
    expect(made).toEqual({ name: 'Deploys', token: expect.stringMatching(/^sntrys_/) })
    expect((await findBearer(store, `Bearer ${made.token}`, NOW))?.account?.email).toBe('member@example.com')
    expect(await desk.tokens.list()).toEqual({
      own: [
        {
          id: 1,
          name: 'Deploys',
          scopes: ['project:releases', 'event:read'],
          projects: ['crumbtrail'],
          createdAt: NOW,
          createdBy: 'member@example.com',
          expiresAt: NOW + 90 * DAY_MS,
          lastUsedAt: expect.toSatisfy((at: number | null) => at === null || at === NOW),
        },
      ],
      organization: null,
    })
    expect(await desk.tokens.revoke(1)).toMatchObject({ name: 'Deploys' })
    expect(await findBearer(store, `Bearer ${made.token}`, NOW)).toBeUndefined()
    const log = await store.db.selectFrom('audit_entry').select(['actor', 'ip', 'action', 'target']).execute()
    const by = { actor: 'member@example.com', ip: '192.0.2.1', target: 'Deploys' }
    expect(log).toEqual([
      { ...by, action: 'token.add' },
      { ...by, action: 'token.revoke' },
    ])
  })

  it('of others are neither listed nor revoked; those of the organization only by admins', async () => {
    const { store, deskOf } = await open(engine)
    const admin = await deskOf('admin')
    const member = await deskOf('member')
    await member.tokens.create(GIVEN)
    await admin.tokens.create({ ...GIVEN, isOfOrganization: true, lifetime: 'never' })
    const gone = { refusal: 'Cannot revoke the token: it no longer exists' }
    expect([await admin.tokens.revoke(1), await member.tokens.revoke(2)]).toEqual([gone, gone])
    expect(await admin.tokens.revoke(Number.NaN)).toEqual(gone)
    expect(await admin.tokens.list()).toMatchObject({ own: [], organization: [{ id: 2, expiresAt: null }] })
    expect(await admin.tokens.revoke(2)).toMatchObject({ name: 'Deploys' })
    expect(await store.db.selectFrom('token').select('id').execute()).toEqual([{ id: 1 }])
  })

  it('that are bound see no project once theirs are deleted', async () => {
    const { store, deskOf } = await open(engine)
    const desk = await deskOf('owner')
    await store.write((trx) =>
      createToken(trx, {
        name: 'ci',
        scopes: READ_SCOPES,
        now: NOW,
        random: randomBytes,
        by: toActor({ id: 1, email: 'owner@example.com' }, null),
        projectIds: [],
      }),
    )
    expect((await desk.tokens.list()).organization).toMatchObject([{ projects: [] }])
  })

  it.each<[Role, Partial<typeof GIVEN>, string, string | undefined]>([
    ['member', { name: '  ' }, 'its name must have 1 to 80 characters', 'name'],
    ['member', { name: 'x'.repeat(81) }, 'its name must have 1 to 80 characters', 'name'],
    ['member', { scopes: [] }, 'choose at least one scope', 'scopes'],
    ['member', { scopes: ['event:read', 'project:write'] }, 'a scope is more than you may give', 'scopes'],
    ['viewer', { scopes: ['event:read', 'event:write'] }, 'a scope is more than you may give', 'scopes'],
    ['owner', { scopes: ['event:read', 'org:rule'] }, 'a scope is more than you may give', 'scopes'],
    ['member', { isOfOrganization: true }, 'only admins create tokens of the organization', undefined],
    [
      'admin',
      { isOfOrganization: true, scopes: ['event:read', 'member:admin'] },
      'a scope is more than you may give',
      'scopes',
    ],
    ['member', { projects: ['crumbtrail', 'shop'] }, 'there is no project "shop"', 'projects'],
    ['member', { lifetime: '2m' }, 'choose when it expires', 'lifetime'],
  ])('are refused to a %s who asks for %j', async (role, given, message, field) => {
    const { store, deskOf } = await open(engine)
    const refusal = { refusal: `Cannot create the token: ${message}`, ...(field && { field }) }
    expect(await (await deskOf(role)).tokens.create({ ...GIVEN, ...given })).toEqual(refusal)
    expect(await store.db.selectFrom('token').selectAll().execute()).toEqual([])
  })
})
