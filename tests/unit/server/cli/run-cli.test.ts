import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { issueSetupToken } from '#server/accounts/setup.ts'
import { findBearer } from '#server/accounts/tokens.ts'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { READ_SCOPES, WRITE_SCOPES } from '#server/models/accounts/scopes.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

let dataDir: string

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'crumbtrail-cli-'))
  dataDir = join(parent, 'data')
  onTestFinished(() => rmSync(parent, { recursive: true }))
})

/** Two projects must not get the same key. */
let draws = 0

async function run(words: string[], stdin: string[] = []) {
  const lines = { out: [] as string[], err: [] as string[] }
  const code = await runCli(words, {
    config: parseConfig(
      { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'https://example.com/crumbs' },
      { release: '1' },
    ),
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    stdin: (async function* () {
      yield* stdin
    })(),
    clock: () => 1_700_000_000_000,
    random: (size) => new Uint8Array(size).fill(++draws % 256),
  })
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

/** As the server beside which commands run. */
async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  onTestFinished(() => store.close())
  return store
}

describe('project', () => {
  it('adds one and lists all, for people and for scripts', async () => {
    const added = await run(['project', 'add', 'Web Shop', '--json'])
    expect(added).toMatchObject({ code: 0, err: '' })
    const shop = JSON.parse(added.out)
    expect(shop).toEqual({ id: 2, slug: 'web-shop', name: 'Web Shop', dsn: shop.dsn })
    expect(shop.dsn).toMatch(/^https:\/\/[0-9a-f]{32}@example\.com\/crumbs\/2$/)
    const list = await run(['project', 'list'])
    expect(list.out.split('\n')).toEqual([
      expect.stringMatching(/^crumbtrail {2}https:.+\/1$/),
      `web-shop    ${shop.dsn}`,
    ])
    expect(JSON.parse((await run(['project', 'list', '--json'])).out)[1]).toEqual(shop)
    expect((await run(['project', 'add', 'Bakery'])).out).toMatch(/^Project bakery reports to https:.+\/3$/)
  })

  it('refuses a name that is taken or empty', async () => {
    await run(['project', 'add', 'Shop'])
    const refused = await run(['project', 'add', 'shop', '--json'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^Cannot create the project: [^\n]+$/)
    expect((await run(['project', 'add', ' '])).code).toBe(1)
  })
})

describe('token add', () => {
  it('prints a token that a running server knows at once', async () => {
    await run(['project', 'list'])
    const store = await openStore()
    const made = JSON.parse((await run(['token', 'add', 'deploys', '--scope', 'write', '--json'])).out)
    expect(made).toEqual({
      id: 1,
      name: 'deploys',
      scopes: WRITE_SCOPES,
      projects: null,
      token: made.token,
      expiresAt: null,
    })
    expect(await findBearer(store, `Bearer ${made.token}`, 1_700_000_000_000)).toEqual({
      id: 1,
      name: 'deploys',
      account: null,
      scopes: new Set(WRITE_SCOPES),
    })
  })

  it('is for reading unless it is said', async () => {
    expect((await run(['token', 'add', 'x'])).out).toMatch(/^ct_\S{43}\nSave it now/)
    const store = await openStore()
    expect(await store.db.selectFrom('token').select('scope').execute()).toEqual([
      { scope: READ_SCOPES.join(',') },
    ])
  })

  it('refuses other scopes and empty names', async () => {
    expect(await run(['token', 'add', 'x', '--scope', 'admin'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^Cannot add the token: scope "admin" is not one or more of org:read, project:read, /,
      ),
    })
    expect((await run(['token', 'add', ' '])).code).toBe(1)
  })
})

describe('user add', () => {
  it('makes a password and prints it once; the first is the owner and ends the set-up', async () => {
    await run(['project', 'list'])
    const store = await openStore()
    await issueSetupToken(store, (size) => new Uint8Array(size), 0)
    const ada = JSON.parse((await run(['user', 'add', 'Ada@example.com', '--json'])).out)
    expect(ada).toMatchObject({ id: 1, email: 'ada@example.com', role: 'owner' })
    const stored = await findCredentials(store.db, 'ada@example.com')
    expect(await verifyPassword(ada.password, stored?.passwordHash)).toBe(true)
    expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([])
    expect((await run(['user', 'add', 'bob@example.com'])).out).toMatch(
      /^bob@example.com can sign in as member/,
    )
  })

  it('takes the password from stdin, without its line end', async () => {
    const words = ['user', 'add', 'ada@example.com', '--password-stdin', '--json']
    const { out } = await run(words, ['correct horse', ' battery\r\n', 'more'])
    expect(JSON.parse(out)).toEqual({ id: 1, email: 'ada@example.com', role: 'owner' })
    const stored = await findCredentials((await openStore()).db, 'ada@example.com')
    expect(await verifyPassword('correct horse battery', stored?.passwordHash)).toBe(true)
  })

  it.each([
    [['ada'], [], 'Cannot add the user: "ada" is not an email address'],
    [
      ['ada@example.com', '--password-stdin'],
      [],
      'Cannot add the user with this password: it has 0 characters and needs at least 12',
    ],
    [
      ['ada@example.com', '--password-stdin'],
      ['short\n'],
      'Cannot add the user with this password: it has 5 characters and needs at least 12',
    ],
  ])('refuses %j with %j', async (words, stdin, err) => {
    expect(await run(['user', 'add', ...words], stdin)).toEqual({ code: 1, out: '', err })
  })

  it('refuses an email that has an account', async () => {
    await run(['user', 'add', 'ada@example.com'])
    expect(await run(['user', 'add', 'ADA@example.com'])).toMatchObject({
      code: 1,
      err: 'Cannot add the user: ada@example.com already has an account',
    })
  })
})

describe('doctor', () => {
  it('passes a new installation and an opened one, and fails a damaged one', async () => {
    const fresh = await run(['doctor'])
    expect(fresh.code).toBe(0)
    expect(fresh.out).toMatch(/^ok {4}node {8}Node \d+/)
    await run(['project', 'list'])
    expect(JSON.parse((await run(['doctor', '--json'])).out)).toMatchObject({ ok: true })
    writeFileSync(databaseFile(dataDir), 'no database at all, but long enough for one'.repeat(500))
    const damaged = await run(['doctor', '--json'])
    expect(damaged.code).toBe(1)
    expect(JSON.parse(damaged.out)).toMatchObject({ ok: false })
  })
})

describe('what is not understood', () => {
  it.each([
    [['bogus', 'thing'], 'there is no command "bogus thing"'],
    [['project'], 'there is no command "project"'],
    [['project', 'add'], 'NAME is missing; usage: "project add NAME"'],
    [['project', 'add', 'Web', 'Shop'], '"Shop" is one argument too many; usage: "project add NAME"'],
    [
      ['project', 'list', '--scope', 'read'],
      '--scope is not an option of this command; usage: "project list"',
    ],
    [['doctor', '--wat'], "Unknown option '--wat'"],
  ])('%j is one line and exit code 2', async (words, matter) => {
    expect(await run(words)).toEqual({
      code: 2,
      out: '',
      err: `Cannot run the command: ${matter}. "help" lists all commands`,
    })
  })

  it.each([[['help']], [['--help']], [[]]])(
    '%j lists all commands in lines of 80 characters',
    async (words) => {
      const { code, out } = await run(words)
      expect(code).toBe(0)
      for (const command of [
        'token add NAME [--scope SCOPE,…] [--project SLUG,…]',
        'backup FILE',
        'doctor',
      ]) {
        expect(out).toContain(`\n  ${command}`)
      }
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    },
  )

  it.each([
    [
      ['help', 'token'],
      ['token add', 'token list', 'token revoke'],
    ],
    [
      ['token', '--help'],
      ['token add', 'token list', 'token revoke'],
    ],
    [['project', 'key', 'add', 'shop', '-h'], ['project key add']],
  ])('%j lists the commands that begin with these words', async (words, commands) => {
    const { code, out } = await run(words)
    expect(code).toBe(0)
    const listed = out.match(/^ {2}[a-z][a-z ]*[a-z]/gm) ?? []
    expect(listed.map((line) => line.trim())).toEqual(commands)
  })

  it('help for a word that begins no command says so', async () => {
    expect(await run(['help', 'pigeons'])).toEqual({
      code: 2,
      out: '',
      err: 'Cannot run the command: there is no command "pigeons". "help" lists all commands',
    })
  })
})
