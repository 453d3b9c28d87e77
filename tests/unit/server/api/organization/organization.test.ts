import { describe, expect, it } from 'vitest'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { saveProjectAccess } from '#server/store/accounts/members/project-access.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { openApi } from '#tests/support/accounts/open-api.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { payload, storeIssue } from '../a-stored-event.ts'

const NOW = Date.UTC(2026, 2, 4, 11)

describe.each(ENGINES)('what Sentry’s clients ask first, on %s', (engine) => {
  it('is whose token it is: an account’s, or the organization’s by its name', async () => {
    const { get, addToken, store } = await openApi(engine, NOW)
    const account = { email: 'ada@example.com', role: 'owner', passwordHash: '', createdAt: NOW } as const
    const accountId = (await store.write((trx) => insertAccount(trx, account))) ?? 0
    const own = await addToken({ accountId })
    for (const path of ['/auth/', '/users/me/']) {
      expect((await get(path, own)).body).toMatchObject({
        ...{ id: String(accountId), name: 'ada@example.com', email: 'ada@example.com' },
        emails: [{ id: String(accountId), email: 'ada@example.com', is_verified: true }],
      })
      expect((await get(path)).body).toMatchObject({ id: '0', name: 'ci', username: 'ci', email: '' })
    }
  })

  it('is the member whose token it is, also with the least scopes, and nobody for the organization’s', async () => {
    const { get, addToken, store } = await openApi(engine, NOW)
    const account = { role: 'viewer', passwordHash: '', createdAt: NOW } as const
    const add = (email: string) => store.write((trx) => insertAccount(trx, { ...account, email }))
    await add('ada@example.com')
    const accountId = (await add('bob@example.com')) ?? 0
    const own = await addToken({ accountId, scopes: ['project:releases'] })
    expect(await get('/organizations/desk/members/me/', own)).toMatchObject({
      status: 200,
      body: { id: String(accountId), email: 'bob@example.com', orgRole: 'viewer' },
    })
    expect((await get('/organizations/other/members/me/', own)).status).toBe(404)
    expect((await get(`/organizations/desk/members/${accountId}/`, own)).status).toBe(403)
    expect(await get('/organizations/desk/members/me/')).toMatchObject({
      status: 404,
      body: { detail: 'Cannot show the member: the token belongs to the organization, not to an account' },
    })
  })

  it('is the only organization, with its only region', async () => {
    const { get } = await openApi(engine, NOW, 'https://example.com/crumbs')
    const home = 'https://example.com/crumbs'
    const organization = {
      ...{ id: '1', slug: 'desk', name: 'Crumbtrail', status: { id: 'active', name: 'active' } },
      ...{ dateCreated: expect.any(String), isEarlyAdopter: false, hasAuthProvider: false },
      ...{ avatar: { avatarType: 'letter_avatar', avatarUuid: null }, features: [] },
      links: { organizationUrl: home, regionUrl: home },
      ...{ require2FA: false, requireEmailVerification: false },
    }
    expect((await get('/organizations/')).body).toEqual([organization])
    expect((await get('/organizations/desk/')).body).toEqual(organization)
    expect((await get('/users/me/regions/')).body).toEqual({
      regions: [{ name: '--monolith--', url: home }],
    })
    for (const end of ['', 'teams/', 'environments/'])
      expect((await get(`/organizations/other/${end}`)).status).toBe(404)
  })

  it('is its teams with the number of their members, and its environments', async () => {
    const { get, store } = await openApi(engine, NOW)
    const issue_id = await storeIssue(store, { number: 7, event: payload })
    await store.write(async (trx) => {
      const teams = ['web', 'ops'].map((slug) => ({ slug, name: slug, created_at: NOW }))
      await trx.insertInto('team').values(teams).execute()
      const { id: team_id } = await trx
        .selectFrom('team')
        .select('id')
        .where('slug', '=', 'web')
        .executeTakeFirstOrThrow()
      for (const email of ['ada@example.com', 'bob@example.com']) {
        const account = { email, role: 'member', passwordHash: '', createdAt: NOW } as const
        const account_id = (await insertAccount(trx, account)) ?? 0
        await trx.insertInto('team_member').values({ team_id, account_id }).execute()
      }
      const seen = { event_count: 1, first_seen: NOW, last_seen: NOW }
      const tag = { project_id: 1, issue_id, key: 'environment', value: 'production', ...seen }
      await trx.insertInto('issue_tag').values(tag).execute()
    })
    expect((await get('/organizations/desk/teams/')).body).toEqual([
      expect.objectContaining({ slug: 'ops', name: 'ops', hasAccess: true, memberCount: 0 }),
      expect.objectContaining({ slug: 'web', name: 'web', hasAccess: true, memberCount: 2 }),
    ])
    expect((await get('/organizations/desk/environments/')).body).toEqual([
      { id: 'production', name: 'production' },
    ])
  })

  it('is a project with its keys', async () => {
    const { get, store } = await openApi(engine, NOW, 'https://example.com/crumbs')
    const publicKey = 'abcdef01'.repeat(4)
    const project = { slug: 'shop', name: 'Shop', publicKey, now: NOW }
    const { id } = await store.write((trx) => insertProject(trx, project))
    for (const name of ['shop', id]) {
      expect((await get(`/projects/desk/${name}/`)).body).toMatchObject({ id: String(id), slug: 'shop' })
      expect((await get(`/projects/desk/${name}/keys/`)).body).toEqual([
        {
          ...{ id: publicKey, name: 'abcdef01', label: 'abcdef01', public: publicKey, projectId: id },
          ...{ isActive: true, rateLimit: null, dateCreated: '2026-03-04T11:00:00.000Z' },
          dsn: {
            public: `https://${publicKey}@example.com/crumbs/${id}`,
            security: `https://example.com/crumbs/api/${id}/security/?sentry_key=${publicKey}`,
            crons: `https://example.com/crumbs/api/${id}/cron/___MONITOR_SLUG___/${publicKey}/`,
          },
        },
      ])
    }
    expect((await get('/projects/desk/other/')).status).toBe(404)
    expect((await get('/projects/desk/other/keys/')).status).toBe(404)
  })
})

describe.each(ENGINES)('an issue on %s', (engine) => {
  it('is named by its short id wherever its number names it', async () => {
    const { get, ask, store } = await openApi(engine, NOW)
    const id = await storeIssue(store, { number: 7, event: payload })
    for (const issue of ['/issues/CRUMBTRAIL-7', '/organizations/desk/issues/crumbtrail-7']) {
      expect((await get(`${issue}/`)).body.id).toBe(String(id))
      expect((await get(`${issue}/tags/`)).status).toBe(200)
      expect((await ask('PUT', `${issue}/`, { status: 'resolved' })).body.status).toBe('resolved')
      expect((await ask('POST', `${issue}/comments/`, { text: 'seen' })).status).toBe(201)
    }
    for (const nothing of ['CRUMBTRAIL-8', 'OTHER-7', 'abc', '99'])
      expect((await get(`/issues/${nothing}/`)).body).toEqual({
        detail: 'Cannot show the issue: there is no such issue',
      })
  })

  it('is changed within its project, and not within another one', async () => {
    const { get, ask, store } = await openApi(engine, NOW)
    const id = await storeIssue(store, { number: 7, event: payload })
    await store.write((trx) => insertProject(trx, { slug: 'shop', name: 'Shop', publicKey: 'b', now: NOW }))
    const resolve = (slug: string) =>
      ask('PUT', `/projects/desk/${slug}/issues/?id=${id}`, { status: 'resolved' })
    expect((await resolve('shop')).status).toBe(404)
    expect((await get(`/issues/${id}/`)).body.status).toBe('unresolved')
    expect(await resolve('crumbtrail')).toMatchObject({ status: 200, body: { status: 'resolved' } })
    expect((await get(`/issues/${id}/`)).body.status).toBe('resolved')
  })
})

describe.each(ENGINES)('the projects of a team, on %s', (engine) => {
  it('are those that are limited to it, as far as the token sees them', async () => {
    const { get, store, addToken } = await openApi(engine, NOW)
    await store.write(async (trx) => {
      await trx.insertInto('team').values({ slug: 'web', name: 'Web', created_at: NOW }).execute()
      const { id: teamId } = await trx.selectFrom('team').select('id').executeTakeFirstOrThrow()
      for (const [index, slug] of ['shop', 'till', 'open'].entries()) {
        const { id } = await insertProject(trx, {
          slug,
          name: slug,
          publicKey: slug.padEnd(32, 'x'),
          now: NOW,
        })
        const access = index < 2 ? 'teams' : 'all'
        await saveProjectAccess(trx, id, { access, teamIds: [teamId] })
      }
    })
    const slugsOf = (body: { slug: string }[]) => body.map(({ slug }) => slug)
    const { id: tillId } = await store.db
      .selectFrom('project')
      .select('id')
      .where('slug', '=', 'till')
      .executeTakeFirstOrThrow()
    const bound = await addToken({ projectIds: [tillId] })
    expect(slugsOf((await get('/teams/desk/web/projects/')).body)).toEqual(['shop', 'till'])
    expect(slugsOf((await get('/teams/desk/web/projects/', bound)).body)).toEqual(['till'])
    expect((await get('/teams/desk/nobody/projects/')).status).toBe(404)
    expect((await get('/teams/other/web/projects/')).status).toBe(404)
  })
})
