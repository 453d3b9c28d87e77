import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { commitLimits } from '#server/api/releases/commit-body.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const RELEASES = '/organizations/desk/releases/'
const PROJECT = { projects: ['crumbtrail'] }

describe.each(ENGINES)('commits of releases on %s', (engine) => {
  let store: Store
  let app: FastifyInstance
  let token: string
  let now: number

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 1)
    store = await openTestStore(engine)
    app = Fastify()
    checkAnswers(app)
    await app.register((scope) =>
      registerApi(scope, { store, publicUrl: 'https://desk.example', clock: () => now }),
    )
    onTestFinished(async () => {
      await app.close()
      await store.close()
    })
    const given = { name: 'ci', scopes: parseScopes('write') ?? [], now: 0, random: randomBytes, by: COMMAND }
    token = (await store.write((trx) => createToken(trx, given))).token
  })

  async function ask(path: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET', payload?: object) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.inject({ method, url: `/api/0${path}`, headers, ...(payload && { payload }) })
    const body = response.body === '' ? undefined : response.json()
    return { status: response.statusCode, link: String(response.headers.link), body }
  }

  const setCommits = (version: string, commits: object[]) =>
    ask(`${RELEASES}${version}/`, 'PUT', { ...PROJECT, commits })

  it('stand beside the newest deploy of each release, in lists and by themselves', async () => {
    await setCommits('1.0', [{ id: 'a1' }])
    await setCommits('2.0', [{ id: 'b2' }])
    const deploys = `${RELEASES}1.0/deploys/`
    for (const [environment, dateFinished] of [
      ['production', '2026-10-30T12:00:00Z'],
      ['staging', '2026-10-29T12:00:00Z'],
    ])
      await ask(deploys, 'POST', { environment, dateFinished })
    const newest = { environment: 'production', dateFinished: '2026-10-30T12:00:00.000Z', dateStarted: null }
    const first = { version: '1.0', deployCount: 2, lastDeploy: newest }
    expect((await ask(`${RELEASES}?project=-1&per_page=5`)).body).toMatchObject([
      { version: '2.0', deployCount: 0, lastDeploy: null },
      first,
    ])
    expect((await ask(`${RELEASES}1.0/`)).body).toMatchObject(first)
    expect((await ask(`${RELEASES}?project=-1&per_page=1`)).body).toMatchObject([{ version: '2.0' }])
  })

  it('are stored newest first, with their authors and files, and a second report replaces the first', async () => {
    await setCommits('1.0', [{ id: 'old' }])
    const commits = [
      {
        ...{ id: 'b2', repository: 'acme/shop', message: 'Charge twice\n', author_name: 'Ada' },
        ...{ author_email: 'ada@example.com', timestamp: '2026-10-31T12:00:00+02:00' },
        patch_set: [
          { path: 'src/pay.ts', type: 'M' },
          { path: 'src/cart.ts', type: 'A' },
        ],
      },
      { id: 'a1', author_name: 'Bob' },
    ]
    const answer = await setCommits('1.0', commits)
    const author = { name: 'Ada', email: 'ada@example.com' }
    expect(answer).toMatchObject({
      status: 200,
      body: { commitCount: 2, lastCommit: { id: 'b2', author }, authors: [author, { name: 'Bob' }] },
    })
    const listed = await ask(`${RELEASES}1.0/commits/`)
    expect(listed.body).toMatchObject([
      {
        ...{ id: 'b2', message: 'Charge twice', dateCreated: '2026-10-31T10:00:00.000Z', author },
        repository: { name: 'acme/shop' },
      },
      { id: 'a1', message: '', dateCreated: '2026-11-01T00:00:00.000Z', repository: null },
    ])
    expect((await ask('/projects/desk/crumbtrail/releases/1.0/commits/')).body).toEqual(listed.body)
    const files = await ask(`${RELEASES}1.0/commitfiles/`)
    expect(files.body).toMatchObject([
      { filename: 'src/pay.ts', type: 'M', commit: 'b2', repoName: 'acme/shop' },
      { filename: 'src/cart.ts', type: 'A' },
    ])
    const use = await store.db.selectFrom('release_commit').select('commit_id').execute()
    expect(use.map(({ commit_id }) => commit_id).sort()).toEqual(['a1', 'b2'])
  })

  it('have their authors in one order: by their commits, and by the newest of them', async () => {
    const by = ['Zoe', 'Ada', 'Mei', 'Bob', 'Mei', 'Cem']
    const answer = await setCommits(
      '1.0',
      by.map((author_name, index) => ({ id: `c${index}`, author_name })),
    )
    const authors = ['Mei', 'Zoe', 'Ada', 'Bob', 'Cem'].map((name) => ({ name }))
    expect(answer).toMatchObject({ status: 200, body: { authors } })
  })

  it('are bounded: what is more is left out, and never refused', async () => {
    const many = Array.from({ length: commitLimits.commits + 5 }, (_, at) => ({ id: `c${at}` }))
    const patch_set = Array.from({ length: 600 }, (_, at) => ({
      path: `f${at}`,
      type: at === 1 ? 'odd' : 'M',
    }))
    const long = { id: 'x'.repeat(80), message: `${'m'.repeat(5_000)}\0`, timestamp: 'once', patch_set }
    const tooLong = { path: 'p'.repeat(501), type: 'A' }
    const [first, ...others] = many
    const commits = [{ ...first, ...long, patch_set: [tooLong, ...patch_set] }, ...others]
    expect(await setCommits('1.0', commits)).toMatchObject({ status: 200, body: { commitCount: 1_000 } })
    const [newest] = await store.db
      .selectFrom('release_commit')
      .selectAll()
      .where('position', '=', 0)
      .execute()
    expect(newest).toMatchObject({
      commit_id: 'x'.repeat(64),
      message: 'm'.repeat(2_000),
      committed_at: null,
    })
    const files: unknown[] = JSON.parse(newest?.files ?? '')
    expect([files.length, files[0], files[1]]).toEqual([500, ['M', 'f0'], ['M', 'f1']])
    const page = await ask(`${RELEASES}1.0/commits/?limit=2&cursor=998`)
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(['c998', 'c999'])
    expect(page.link).toContain('rel="next"; results="false"')
    expect((await ask(`${RELEASES}1.0/commits/?cursor=x`)).status).toBe(400)
  })

  it('of the release before are where a tool begins', async () => {
    await setCommits('1.0', [{ id: 'a1' }])
    now += 1_000
    await ask(RELEASES, 'POST', { ...PROJECT, version: '1.1' })
    now += 1_000
    await ask(RELEASES, 'POST', { ...PROJECT, version: '1.2' })
    const previous = await ask(`${RELEASES}1.2/previous-with-commits/`)
    expect(previous.body).toMatchObject({ version: '1.0', lastCommit: { id: 'a1' } })
    expect((await ask(`${RELEASES}1.0/previous-with-commits/`)).body).toEqual({})
    expect((await ask(`${RELEASES}9/previous-with-commits/`)).status).toBe(404)
  })

  it('go with their release, which is deleted unless something came of it', async () => {
    await setCommits('1.0', [{ id: 'a1' }])
    await ask(`${RELEASES}1.0/deploys/`, 'POST', { environment: 'production' })
    expect((await ask(`${RELEASES}1.0/`, 'DELETE')).status).toBe(204)
    for (const table of ['project_release', 'release_commit', 'deploy'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect((await ask(`${RELEASES}1.0/`, 'DELETE')).status).toBe(404)
    await setCommits('1.1', [{ id: 'a1' }])
    await store.write((trx) => trx.updateTable('project_release').set({ first_seen: 1 }).execute())
    const detail = 'Cannot delete the release: events or sessions of crumbtrail have it; archive it instead'
    expect(await ask(`${RELEASES}1.1/`, 'DELETE')).toMatchObject({ status: 400, body: { detail } })
  })

  it('stay with an archived release, which lists leave out until it is restored', async () => {
    await setCommits('1.0', [{ id: 'a1' }])
    const versions = async (query: string) =>
      (await ask(`/projects/desk/crumbtrail/releases/${query}`)).body.map(
        ({ version }: { version: string }) => version,
      )
    const archived = await ask(RELEASES, 'POST', { version: '1.0', projects: [], status: 'archived' })
    expect(archived).toMatchObject({ status: 208, body: { status: 'archived', commitCount: 1 } })
    expect([await versions(''), await versions('?status=archived')]).toEqual([[], ['1.0']])
    await ask(`${RELEASES}1.0/`, 'PUT', { status: 'open' })
    expect([await versions(''), await versions('?status=archived')]).toEqual([['1.0'], []])
    expect((await ask('/projects/desk/crumbtrail/releases/?status=new')).status).toBe(400)
    expect((await ask('/projects/desk/nowhere/releases/')).status).toBe(404)
  })

  it('are refused of a release that nobody has, and a reference alone is kept as the release’s', async () => {
    const refs = [{ repository: 'acme/shop', commit: 'abc123' }]
    expect((await ask(`${RELEASES}1.0/`, 'PUT', { refs })).status).toBe(404)
    const saved = await ask(`${RELEASES}1.0/`, 'PUT', { ...PROJECT, refs })
    expect(saved).toMatchObject({ status: 200, body: { ref: 'abc123', commitCount: 0, lastCommit: null } })
    expect((await ask('/organizations/desk/repos/')).body).toEqual([])
  })
})
