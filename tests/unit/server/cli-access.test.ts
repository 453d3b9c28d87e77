import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { createSession, createViewerFinder } from '#server/accounts/sessions.ts'
import { findBearer } from '#server/accounts/tokens.ts'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import { listTokens } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { seededBytes } from '#tests/support/store/seeded-bytes.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const NOW = Date.UTC(2026, 10, 22, 17, 6)
const PASSWORD = 'correct horse battery'

let dataDir: string
let store: Store
let random: ReturnType<typeof seededBytes>

/** The store is the running desk's: commands open their own. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-access-'))
  await placeEmptyDatabase(databaseFile(dataDir))
  random = seededBytes(1)
  await run(['user', 'add', 'ada@example.com'])
  await run(['user', 'add', 'bob@example.com'])
  store = await openSqliteStore({ file: databaseFile(dataDir) })
  onTestFinished(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
})

interface RunOptions {
  stdin?: string
  typed?: (string | undefined)[]
}

async function run(words: string[], { stdin = '', typed }: RunOptions = {}) {
  const output: string[] = []
  const say = (line: string) => output.push(line)
  const code = await runCli(words, {
    config: parseConfig({ DATA_DIR: dataDir, PORT: '0' }, { release: '1' }),
    out: say,
    err: say,
    stdin: (async function* () {
      yield stdin
    })(),
    askSecret: typed && (async () => typed.shift()),
    clock: () => NOW,
    random,
  })
  return { code, output: output.join('\n') }
}

const json = async (words: string[], options?: RunOptions) =>
  JSON.parse((await run([...words, '--json'], options)).output)

const mayUse = async (email: string, password: string) =>
  verifyPassword(password, (await findCredentials(store.db, email))?.passwordHash)

function signIn(accountId: number, userAgent = 'Firefox') {
  return store.write((trx) => createSession(trx, { accountId, now: NOW, random, ip: '10.0.0.1', userAgent }))
}

const isSignedIn = async (cookie: string) =>
  (await createViewerFinder(store, () => NOW)(cookie)) !== undefined

/** Before a command writes in this same thread, where it would wait for its own other half. */
const wasNoted = () => expect.poll(async () => (await listTokens(store.db))[0]?.lastUsedAt).not.toBeNull()

describe('user', () => {
  it('list shows accounts with their sessions', async () => {
    await signIn(2)
    await run(['user', 'disable', 'ada@example.com'])
    expect((await run(['user', 'list'])).output.split('\n')).toEqual([
      'ada@example.com  owner   since 2026-11-22  0 sessions',
      'bob@example.com  member  since 2026-11-22  1 session',
    ])
    await run(['user', 'disable', 'bob@example.com'])
    expect((await json(['user', 'list']))[1]).toEqual({
      id: 2,
      email: 'bob@example.com',
      name: '',
      role: 'member',
      createdAt: NOW,
      disabledAt: NOW,
      sessionCount: 0,
    })
    expect((await run(['user', 'list'])).output).toMatch(/bob@example.com .* disabled since 2026-11-22$/)
  })

  it('password asks twice, and ends the sessions of a desk that runs', async () => {
    const cookie = await signIn(2)
    expect(await run(['user', 'password', 'Bob@example.com'], { typed: [PASSWORD, PASSWORD] })).toEqual({
      code: 0,
      output: 'The password of bob@example.com was changed; 1 session ended',
    })
    expect([await mayUse('bob@example.com', PASSWORD), await isSignedIn(cookie)]).toEqual([true, false])
  })

  it('password makes one, or takes one from stdin', async () => {
    const made = await json(['user', 'password', 'ada@example.com', '--generate'])
    expect(made).toEqual({
      id: 1,
      email: 'ada@example.com',
      endedSessions: 0,
      password: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await mayUse('ada@example.com', made.password)).toBe(true)
    const taken = await json(['user', 'password', 'ada@example.com', '--password-stdin'], {
      stdin: `${PASSWORD}\n`,
    })
    expect(taken).toEqual({ id: 1, email: 'ada@example.com', endedSessions: 0 })
    expect(await mayUse('ada@example.com', PASSWORD)).toBe(true)
  })

  it.each<[string, RunOptions]>([
    ['the two passwords differ', { typed: [PASSWORD, `${PASSWORD}!`] }],
    ['it was cancelled', { typed: [undefined] }],
    ['it has 5 characters and needs at least 12', { typed: ['short', 'short'] }],
    ['there is no terminal to ask in; use --generate or --password-stdin', {}],
  ])('password changes nothing where %s', async (matter, options) => {
    const before = await findCredentials(store.db, 'ada@example.com')
    expect(await run(['user', 'password', 'ada@example.com'], options)).toEqual({
      code: 1,
      output: `Cannot change the password: ${matter}`,
    })
    expect(await findCredentials(store.db, 'ada@example.com')).toEqual(before)
  })

  it('disable, enable, promote and remove say what they did', async () => {
    const cookie = await signIn(2)
    const said = async (...words: string[]) => (await run(['user', ...words, 'bob@example.com'])).output
    expect(await said('disable')).toBe('bob@example.com is disabled; 1 session ended')
    expect(await isSignedIn(cookie)).toBe(false)
    expect(await said('enable')).toBe('bob@example.com can sign in')
    expect(await said('promote')).toBe('bob@example.com is an owner')
    expect((await run(['user', 'role', 'bob@example.com', 'viewer'])).output).toBe(
      'bob@example.com is a viewer',
    )
    expect((await run(['user', 'role', 'bob@example.com', 'root'])).output).toBe(
      'Cannot change the role: "root" is not one of viewer, member, admin, owner',
    )
    await signIn(2)
    expect(await said('remove')).toBe('bob@example.com is removed; 1 session ended')
    expect(await said('remove')).toBe('Cannot remove the user: there is no user "bob@example.com"')
  })

  it('remove leaves the last owner', async () => {
    expect(await run(['user', 'remove', 'ada@example.com'])).toEqual({
      code: 1,
      output:
        'Cannot remove the user: ada@example.com is the only owner who can sign in; make another account an owner first',
    })
  })
})

describe('session', () => {
  it('list shows who is signed in from where; end ends one', async () => {
    const [ofAda, ofBob] = [await signIn(1), await signIn(2, 'Safari')]
    const [{ id }] = await json(['session', 'list', 'bob@example.com'])
    expect((await run(['session', 'list', 'bob@example.com'])).output).toBe(
      `${id}  bob@example.com  since 2026-11-22 17:06  until 2026-12-22 17:06  from 10.0.0.1  Safari`,
    )
    expect(await json(['session', 'list'])).toHaveLength(2)
    expect(await run(['session', 'end', id])).toEqual({ code: 0, output: `Session ${id} has ended` })
    expect([await isSignedIn(ofAda), await isSignedIn(ofBob)]).toEqual([true, false])
    expect((await run(['session', 'end', id])).code).toBe(1)
  })

  it('end --all ends those of one account', async () => {
    const [ofAda, ofBob] = [await signIn(1), await signIn(2)]
    const ended = await json(['session', 'end', '--all', 'bob@example.com'])
    expect(ended).toEqual({ email: 'bob@example.com', endedSessions: 1 })
    expect([await isSignedIn(ofAda), await isSignedIn(ofBob)]).toEqual([true, false])
    expect((await run(['session', 'end', '--all', 'eve@example.com'])).output).toBe(
      'Cannot end the sessions: there is no user "eve@example.com"',
    )
  })
})

describe('token', () => {
  it('list shows what each may, until when, and when it was used, and no secret', async () => {
    const made = await json(['token', 'add', 'ci', '--expires', '90d'])
    expect(made.expiresAt).toBe(NOW + 90 * 86_400_000)
    await run(['token', 'add', 'grafana', '--scope', 'member:read,org:read', '--project', 'crumbtrail'])
    await findBearer(store, `Bearer ${made.token}`, NOW + 60_000)
    await wasNoted()
    const { output } = await run(['token', 'list'])
    expect(output.split('\n')).toEqual([
      '1  organization  created 2026-11-22 17:06  expires 2027-02-20 17:06  used 2026-11-22 17:07  all projects  org:read,project:read,event:read  ci',
      '2  organization  created 2026-11-22 17:06  never expires             never used             crumbtrail    org:read,member:read              grafana',
    ])
    expect(JSON.stringify(await json(['token', 'list']))).not.toContain(made.token.slice(3))
  })

  it('revoke makes it worthless at once', async () => {
    const { id, token } = await json(['token', 'add', 'leaked'])
    expect(await findBearer(store, `Bearer ${token}`, NOW)).toBeDefined()
    await wasNoted()
    expect((await run(['token', 'revoke', String(id)])).output).toBe('Token 1 (leaked) is revoked')
    expect(await findBearer(store, `Bearer ${token}`, NOW)).toBeUndefined()
    expect(await run(['token', 'revoke', '1'])).toEqual({
      code: 1,
      output: 'Cannot revoke the token: there is no token "1"; "token list" shows the ids',
    })
  })

  it('add refuses a project that is not there', async () => {
    expect(await run(['token', 'add', 'ci', '--project', 'crumbtrail,shop'])).toEqual({
      code: 1,
      output: 'Cannot add the token: there is no project "shop"',
    })
  })

  it('add refuses a time that is none', async () => {
    expect(await run(['token', 'add', 'ci', '--expires', 'soon'])).toEqual({
      code: 1,
      output: 'Cannot add the token: "soon" is not a duration like 12h, 90d, 6w or 1y, up to 10y',
    })
  })
})
