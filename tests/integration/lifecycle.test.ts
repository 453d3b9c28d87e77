import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApiClient } from '#tests/support/desk/api-client.ts'
import { runMain } from '#tests/support/desk/desk-process.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

describe('starting', () => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'crumbtrail-start-'))
  })

  afterAll(() => rm(directory, { recursive: true }))

  it.each([
    ['a port that is no port', { PORT: 'abc' }, /^Cannot start: PORT is "abc", .+\n$/],
    ['a server without a database', { DATABASE_URL: 'postgres://x' }, /^Cannot start: DATABASE_URL .+\n$/],
    [
      'an address that is not ours',
      { HOST: '203.0.113.1', PORT: '4001' },
      /^Cannot start: HOST 203\.0\.113\.1 .+\n$/,
    ],
    ['half an owner', { ADMIN_EMAIL: 'a@example.test' }, /^Cannot start: ADMIN_EMAIL .+\n$/],
  ])('refuses %s with one line and exit code 1', async (_name, env, line) => {
    const { code, output } = await runMain([], { DATA_DIR: directory, PORT: '0', ...env })
    expect(output).toMatch(line)
    expect(code).toBe(1)
  })

  it('refuses a DATA_DIR that cannot be written to', async () => {
    const file = join(directory, 'a-file')
    await writeFile(file, '')
    const { code, output } = await runMain([], { PORT: '0', DATA_DIR: join(file, 'below') })
    expect(output).toMatch(/^Cannot start: DATA_DIR is ".+a-file\/below", which is not writable .+\n$/)
    expect(code).toBe(1)
  })

  it('refuses a port that is in use', async () => {
    const other = createServer()
    onTestFinished(() => new Promise((resolve) => other.close(() => resolve())))
    const port = await listen(other)
    const { code, output } = await runMain(
      [],
      { PORT: String(port), DATA_DIR: directory },
      { ofSources: true },
    )
    expect(output).toBe(`Cannot start: PORT ${port} on 127.0.0.1 is in use by another process\n`)
    expect(code).toBe(1)
  })
})

describe('a desk that is still starting', () => {
  it('ends at a signal, which the first process of a container would ignore otherwise', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-start-'))
    let stop: (() => void) | undefined
    const silent = createServer(() => stop?.()) // a database that takes the connection and says nothing
    onTestFinished(async () => {
      silent.close()
      await rm(directory, { recursive: true })
    })
    const port = await listen(silent)
    const env = { DATA_DIR: directory, PORT: '0', DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` }
    const onSpawn = (child: ChildProcess) => {
      stop = () => child.kill('SIGTERM')
    }
    expect((await runMain([], env, { onSpawn })).code).toBe(0)
  })
})

describe('the set-up link', () => {
  it('of a desk that says it lives and takes writes creates the owner, once', async () => {
    const desk = await startTestDesk({ env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })
    for (const path of ['/healthz', '/readyz']) expect((await fetch(desk.url + path)).status).toBe(200)
    const link = await desk.printed(/account: (\S+)/)
    const post = () =>
      fetch(link, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: desk.url },
        body: new URLSearchParams({ email: 'first@example.test', password: 'a long enough password' }),
      })
    const created = await post()
    expect(created.status).toBe(303)
    const cookie = created.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^crumbtrail_session=[^;]+;.*HttpOnly.*SameSite=Lax/)
    const issues = await fetch(`${desk.url}/issues`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(issues.status).toBe(200)
    const again = await post()
    expect(again.status).not.toBe(303)
    expect(again.headers.get('set-cookie')).toBeNull()
  })
})

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('lets what is in flight finish, and ends with 0 within five seconds', async () => {
    const desk = await startTestDesk({ ofSources: signal === 'SIGTERM' })
    const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string }
    const sends = Array.from({ length: 200 }, () => sendEvent(dsn).catch(() => undefined))
    await Promise.race(sends)
    const startedAt = Date.now()
    expect(await desk.stop(signal)).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(5000)
    const stored = (await Promise.all(sends)).filter((sent) => sent?.status === 200)
    expect(stored.length).toBeGreaterThan(0)

    const again = await startTestDesk({ dataDir: desk.dataDir })
    const { body } = await (await createApiClient(again)).get<{ count: string }[]>(
      '/api/0/projects/desk/shop/issues/',
    )
    expect(body.map(({ count }) => Number(count))).toEqual([stored.length])
  })
})

/** Resolves with the free port that it got. */
function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
