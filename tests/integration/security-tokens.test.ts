import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { addVisitor, hiddenField, ownerOf, type Visitor } from '#tests/support/visitors/visitor.ts'

let desk: DeskProcess
let owner: Visitor

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  owner = await ownerOf(desk)
  for (const name of ['Shop', 'Billing']) await sendEvent((await addProject(desk, name)).dsn)
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

/** Makes a token with the form of a page. */
async function makeToken(path: string, fields: Record<string, string>, visitor = owner): Promise<string> {
  const headers = { origin: desk.url, accept: 'application/json' }
  const answer = await visitor.post(path, fields, headers)
  const { action } = (await answer.json()) as { action: { value: { token: string } } } // our own payload
  return action.value.token
}

const create = { change: 'create', name: 'tests', lifetime: '30d' }

function ask(token: string, path: string, method = 'GET', body?: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    // Whoever asks on the desk's own machine needs no token for metrics.
    'x-forwarded-for': '10.0.0.1',
    ...(body && { 'content-type': 'application/json' }),
  }
  return fetch(desk.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

it('metrics are for tokens that see all projects', async () => {
  const statusOf = async (token: string) => (await ask(token, '/metrics')).status
  const reads = { ...create, 'scope.org:read': 'on' }
  const whole = await makeToken('/settings/tokens', reads)
  expect(await statusOf(whole)).toBe(200)
  expect(await (await ask(whole, '/metrics')).text()).toContain('project="2"')
  const bound = await makeToken('/settings/tokens', { ...reads, 'project.shop': 'on' })
  expect((await ask(bound, '/api/0/organizations/desk/projects/')).status).toBe(200)
  expect(await statusOf(bound)).toBe(401)
  expect(await statusOf(await makeToken('/settings/tokens', { ...create, 'scope.event:read': 'on' }))).toBe(
    401,
  )

  const viewer = await addVisitor(desk, 'viewer@example.test', 'viewer')
  const own = await makeToken('/settings/tokens', reads, viewer)
  expect(await statusOf(own)).toBe(200)
  await owner.post('/settings/teams', { change: 'create', name: 'Money' })
  const was = await hiddenField(owner, '/projects/billing', 'access', 'was')
  expect(
    (await owner.post('/projects/billing', { change: 'access', access: 'teams', team: '1', was })).status,
  ).toBe(303)
  expect(await statusOf(own)).toBe(401)
})

it('the token of a source-maps page uploads to its project alone, and reads nothing else', async () => {
  const token = await makeToken('/projects/shop/source-maps', { change: 'create-token' })
  const bundle = (slug: string) =>
    ask(token, '/api/0/organizations/desk/artifactbundle/assemble/', 'POST', {
      checksum: createHash('sha1').update('bundle').digest('hex'),
      chunks: [createHash('sha1').update('chunk').digest('hex')],
      projects: [slug],
    })
  expect(await (await bundle('shop')).json()).toMatchObject({ state: 'not_found' })
  const refused = await bundle('billing')
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { detail: 'Cannot take the bundle: there is no project billing' },
  ])

  const release = (version: string, projects: string[]) =>
    ask(token, '/api/0/organizations/desk/releases/', 'POST', { version, projects })
  expect((await release('shop@1', ['shop'])).status).toBe(201)
  expect((await release('billing@1', ['billing'])).status).toBe(400)
  expect((await release('both@1', ['shop', 'billing'])).status).toBe(400)
  const whole: { token: string } = JSON.parse(
    await desk.cli('token', 'add', 'all', '--scope', 'releases', '--json'),
  )
  const theirs = { version: 'billing@2', projects: ['billing'] }
  expect((await ask(whole.token, '/api/0/organizations/desk/releases/', 'POST', theirs)).status).toBe(201)
  const listed = await (await ask(token, '/api/0/organizations/desk/releases/')).text()
  expect(listed).toContain('shop@1')
  expect(listed).not.toContain('billing@')
  const releasePath = '/api/0/organizations/desk/releases/billing@2'
  expect((await ask(token, `${releasePath}/`)).status).toBe(404)
  const change = { ref: 'a1b2c3d', projects: ['billing'] }
  expect((await ask(token, `${releasePath}/`, 'PUT', change)).status).toBe(400)
  expect(await (await ask(whole.token, `${releasePath}/`)).json()).toMatchObject({ ref: null })
  expect((await ask(token, `${releasePath}/deploys/`, 'POST', { environment: 'x' })).status).toBe(404)

  for (const path of [
    '/api/0/projects/',
    '/api/0/organizations/desk/issues/',
    '/api/0/organizations/desk/members/',
    '/metrics',
  ])
    expect([401, 403], path).toContain((await ask(token, path)).status)
})
