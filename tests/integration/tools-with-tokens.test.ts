import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

const run = promisify(execFile)

let desk: DeskProcess
let home: string

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  for (const name of ['Shop', 'Billing']) await addProject(desk, name)
  home = await mkdtemp(join(tmpdir(), 'crumbtrail-tools-'))
  await writeFile(join(home, 'app.js'), 'console.log(1)\n//# sourceMappingURL=app.js.map\n')
  const map = {
    version: 3,
    sources: ['a.js'],
    names: [],
    mappings: 'AAAA',
    sourcesContent: ['console.log(1)'],
  }
  await writeFile(join(home, 'app.js.map'), JSON.stringify(map))
})
afterAll(async () => {
  await desk.stop()
  await removeData(desk)
  await rm(home, { recursive: true })
})

/** The real `sentry-cli`; what it prints, also where it fails. */
async function cli(token: string, ...args: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const where = { SENTRY_URL: desk.url, SENTRY_ORG: 'desk', SENTRY_PROJECT: 'shop' }
  const env = { PATH, SENTRY_AUTH_TOKEN: token, HOME: home, ...where }
  const path = join(repositoryRoot, 'node_modules', '.bin', 'sentry-cli')
  return run(path, args, { env, cwd: home }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
}

/** Makes a personal token on its page, as a browser without JavaScript does. */
async function makeToken(fields: Record<string, string>): Promise<string> {
  const cookie = await sessionOf(desk)
  const headers = { cookie, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ change: 'create', name: 'tools', lifetime: '30d', ...fields })
  const request = { method: 'POST', headers: { ...headers, origin: desk.url }, body }
  const answer = await fetch(`${desk.url}/settings/tokens`, request)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return (await answer.json()).action.value.token
}

it.each([
  ['sntrys_', { 'scope.org:read': 'on', 'scope.project:releases': 'on' }],
  ['ct_', { 'scope.org:read': 'on', 'scope.project:write': 'on' }],
])('sentry-cli takes a personal token that begins with %s', async (prefix, scopes) => {
  const token = await makeToken(scopes)
  expect(token.startsWith(prefix)).toBe(true)
  const info = await cli(token, 'info')
  expect(info).toContain('Method: Auth Token')
  expect(info).toContain('org:read')
  expect(await cli(token, 'releases', 'new', `shop@${prefix}1`)).toContain('Created release')
  await cli(token, 'sourcemaps', 'inject', home)
  expect(await cli(token, 'sourcemaps', 'upload', home)).toMatch(/Uploaded files to Sentry|Bundled/)
})

it('a token that is bound to another project creates no release in this one', async () => {
  const token = await makeToken({ 'scope.project:releases': 'on', 'project.billing': 'on' })
  expect(await cli(token, 'releases', 'new', 'shop@2')).not.toContain('Created release')
  const headers = {
    authorization: `Bearer ${await makeToken({ 'scope.event:read': 'on', 'project.billing': 'on' })}`,
  }
  const statusOf = async (slug: string) =>
    (await fetch(`${desk.url}/api/0/projects/desk/${slug}/issues/`, { headers })).status
  expect([await statusOf('billing'), await statusOf('shop')]).toEqual([200, 404])
})
