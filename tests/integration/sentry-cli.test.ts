import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'
import { openSdkInbox } from '#tests/support/store/sdk-inbox.ts'

const run = promisify(execFile)
const NOW = Date.UTC(2026, 10, 22, 12)

let opened: EventStore
let app: FastifyInstance
let folder: string
let env: Record<string, string>
let onIssues: (url: string) => unknown = () => undefined

beforeAll(async () => {
  opened = await openEventStore(() => NOW)
  app = Fastify()
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('/issues/')) onIssues(url)
  })
  const { store } = opened
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: 'http://127.0.0.1', clock: () => NOW }),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const given = { name: 'ci', scopes: parseScopes('write') ?? [], now: 0, random: randomBytes, by: COMMAND }
  const { token } = await store.write((trx) => createToken(trx, given))
  folder = await mkdtemp(join(tmpdir(), 'crumbtrail-cli-'))
  const { PATH = '' } = process.env
  const who = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' }
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' }
  const where = { SENTRY_URL: url, SENTRY_ORG: 'desk', SENTRY_PROJECT: 'crumbtrail' }
  env = {
    PATH,
    HOME: folder,
    SENTRY_AUTH_TOKEN: token,
    GIT_CONFIG_NOSYSTEM: '1',
    ...where,
    ...who,
    ...committer,
  }
  await git('init', '-q')
  await git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
})
afterAll(async () => {
  await app.close()
  await opened.close()
  await rm(folder, { recursive: true })
})

const git = (...args: string[]) => run('git', args, { cwd: folder, env })

async function commit(file: string, message: string): Promise<void> {
  await writeFile(join(folder, file), message)
  await git('add', '.')
  await git('commit', '-q', '-m', message)
}

/** The real `sentry-cli`; what it prints, and the code that it ends with. */
const cli = (...args: string[]) => cliWith({}, ...args)

async function cliWith(
  more: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const path = join(repositoryRoot, 'node_modules', '.bin', 'sentry-cli')
  return run(path, args, { env: { ...env, ...more }, cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  )
}

const filesOf = async (version: string) =>
  (
    await opened.store.db
      .selectFrom('release_commit')
      .select('files')
      .where('version', '=', version)
      .orderBy('position')
      .execute()
  ).map(({ files }) => JSON.parse(files))

it('sentry-cli creates, fills, finishes, archives and deletes releases', async () => {
  await commit('pay.ts', 'Add pay')
  expect(await cli('releases', 'new', 'shop@1.0')).toMatchObject({ code: 0 })
  expect(await cli('releases', 'set-commits', 'shop@1.0', '--local')).toMatchObject({ code: 0 })
  expect(await filesOf('shop@1.0')).toEqual([[['A', 'pay.ts']]])
  await commit('pay.ts', 'Change pay')
  await commit('cart.ts', 'Add cart')
  expect(await cli('releases', 'new', 'shop@1.1')).toMatchObject({ code: 0 })
  expect(await cli('releases', 'set-commits', 'shop@1.1', '--auto')).toMatchObject({ code: 0 })
  expect(await filesOf('shop@1.1')).toEqual([[['A', 'cart.ts']], [['M', 'pay.ts']]])
  const { stdout } = await git('rev-parse', 'HEAD~1', 'HEAD')
  const range = stdout.trim().split('\n').join('..')
  const chosen = await cli('releases', 'set-commits', 'shop@1.1', '--commit', `acme/shop@${range}`)
  expect(chosen.code).toBe(0)
  expect(await cli('releases', 'finalize', 'shop@1.1')).toMatchObject({ code: 0 })
  const info = await cli('releases', 'info', '--show-projects', '--show-commits', 'shop@1.1')
  expect(info.text).toContain('crumbtrail')
  expect(info.text).toContain(range.slice(-40))
  expect((await cli('releases', 'list')).text).toContain('shop@1.1')
  expect(await cli('releases', 'archive', 'shop@1.1')).toMatchObject({ code: 0 })
  expect((await cli('releases', 'list')).text).not.toContain('shop@1.1')
  expect(await cli('releases', 'restore', 'shop@1.1')).toMatchObject({ code: 0 })
  expect((await cli('releases', 'delete', 'shop@1.1')).text).toContain('Deleted release shop@1.1')
  expect((await cli('releases', 'delete', 'shop@1.1')).text).toContain('does not exist')
})

it('sentry-cli records deploys and lists them, and lists repositories of a desk that has none', async () => {
  await cli('releases', 'new', 'shop@2.0')
  expect(await cli('deploys', 'new', '-r', 'shop@2.0', '-e', 'production')).toMatchObject({ code: 0 })
  expect((await cli('deploys', 'list', '-r', 'shop@2.0')).text).toContain('production')
  expect(await cli('repos', 'list')).toEqual({ code: 0, text: 'No repos found\n' })
})

it('sentry-cli lists organizations, projects, monitors and logs, and resolves and mutes issues', async () => {
  const { store, writeBatch } = opened
  const desk = createDesk({
    store,
    sees: 'all',
    viewer: undefined,
    publicUrl: 'http://127.0.0.1',
    clock: () => NOW,
  })
  const made = await desk.projects.create('Shop')
  if ('refusal' in made) throw new Error(made.refusal)
  const { id: projectId } = (await desk.projects.list()).find(({ slug }) => slug === 'shop') ?? { id: 0 }
  const log = {
    timestamp: NOW / 1_000 - 60,
    trace_id: 'a'.repeat(32),
    level: 'info',
    body: 'paid',
    attributes: {},
  }
  const schedule = { type: 'crontab', value: '0 3 * * *' }
  const checkIn = {
    check_in_id: 'b'.repeat(32),
    monitor_slug: 'nightly',
    status: 'ok',
    monitor_config: { schedule },
  }
  const type = 'application/vnd.sentry.items.log+json'
  const logs = [{ type: 'log', item_count: 1, content_type: type }, { items: [log] }]
  for (const parts of [logs, [{ type: 'check_in' }, checkIn], [{ type: 'event' }, { message: 'one' }]]) {
    const body = new TextEncoder().encode(['{}', ...parts.map((part) => JSON.stringify(part)), ''].join('\n'))
    writeBatch([{ projectId, keyId: 2, receivedAt: NOW, body }], [])
  }
  const ofShop = ['--project', 'shop']
  expect(await cli('info')).toMatchObject({ code: 0 })
  expect((await cli('organizations', 'list')).text).toContain('desk')
  expect((await cli('projects', 'list')).text).toContain('shop')
  expect((await cli('monitors', 'list')).text).toContain('nightly')
  expect((await cli('logs', 'list', ...ofShop)).text).toContain('paid')
  const listed = await cli('issues', 'list', ...ofShop)
  expect(listed.text).toContain('SHOP-1')
  const issueId = /\| (\d+) /.exec(listed.text)?.[1] ?? ''
  expect(await cli('issues', 'resolve', ...ofShop, '-i', issueId)).toMatchObject({ code: 0 })
  expect((await cli('issues', 'list', ...ofShop)).text).toContain('resolved')
  expect(await cli('issues', 'mute', ...ofShop, '-i', issueId)).toMatchObject({ code: 0 })
  expect((await cli('issues', 'list', ...ofShop)).text).toContain('ignored')
  expect(await cli('issues', 'unresolve', ...ofShop, '-i', issueId)).toMatchObject({ code: 0 })
  expect((await cli('issues', 'list', ...ofShop)).text).toContain('unresolved')
})

it('sentry-cli lists all issues, page by page', async () => {
  const { writeBatch } = opened
  const send = (number: number) => {
    const event = {
      message: `no price of ${String.fromCodePoint(0x4e00 + number)}`,
      fingerprint: [`p${number}`],
    }
    const body = new TextEncoder().encode(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
    writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body }], [])
  }
  for (let number = 0; number < 203; number++) send(number)
  const asked: (string | undefined)[] = []
  onIssues = (url) => asked.push(url)
  onTestFinished(() => {
    onIssues = () => undefined
  })
  const { code, text } = await cli('issues', 'list', '--all')
  expect(code).toBe(0)
  const listed = new Set(text.match(/CRUMBTRAIL-\d+/g))
  expect(listed.size).toBe(203)
  expect(asked).toEqual([
    expect.stringMatching(/cursor=$/),
    expect.stringMatching(/cursor=[^&]/),
    expect.stringMatching(/cursor=[^&]/),
  ])
})

it('sentry-cli sends events, envelopes and check-ins', async () => {
  const inbox = await openSdkInbox()
  onTestFinished(() => inbox.close())
  const dsn = { SENTRY_DSN: inbox.ways.dsn.dsn }
  expect(await cliWith(dsn, 'send-event', '-m', 'cart is empty', '-r', 'shop@1.0')).toMatchObject({ code: 0 })
  const envelope = join(folder, 'log.envelope')
  const event = { event_id: 'c'.repeat(32), message: 'no price' }
  await writeFile(envelope, ['{}', '{"type":"event"}', JSON.stringify(event), ''].join('\n'))
  expect(await cliWith(dsn, 'send-envelope', '--raw', envelope)).toMatchObject({ code: 0 })
  expect(await cliWith(dsn, 'monitors', 'run', 'nightly', '--', 'true')).toMatchObject({ code: 0 })
  expect(await inbox.outcomes()).toMatchObject({ 'error accepted': 2, 'monitor accepted': 2 })
  expect(await inbox.checkIns()).toMatchObject([{ slug: 'nightly', status: 'ok' }])
})
