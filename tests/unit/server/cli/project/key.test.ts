import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { findActiveKey } from '#server/store/projects/project-keys.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-keys-'))
  await placeEmptyDatabase(databaseFile(dataDir))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await run('project', 'add', 'Shop')
})

let seed = 0

async function run(...words: string[]) {
  const output: string[] = []
  const say = (line: string) => output.push(line)
  const config = parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://desk.example/base' }, { release: '1' })
  const random = (size: number) => new Uint8Array(size).fill(++seed % 256)
  const code = await runCli(words, { config, out: say, err: say, clock: () => 1_700_000_000_000, random })
  return { code, output: output.join('\n') }
}

async function json(...words: string[]) {
  return JSON.parse((await run(...words, '--json')).output)
}

async function findKey(publicKey: string) {
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  const key = await findActiveKey(store.db, publicKey)
  await store.close()
  return key
}

describe('project key', () => {
  it('rotates: both work until the old one is disabled', async () => {
    const [old] = (await json('project', 'key', 'list', 'shop')).keys
    const added = await json('project', 'key', 'add', 'shop')
    expect(added).toEqual({
      project: 'shop',
      publicKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      isActive: true,
      createdAt: 1_700_000_000_000,
      allowedOrigins: null,
      isForPages: false,
      lastUsedAt: null,
      dsn: `https://${added.publicKey}@desk.example/base/2`,
    })
    expect(await findKey(old.publicKey)).toMatchObject({ projectId: 2 })
    expect(await findKey(added.publicKey)).toMatchObject({ projectId: 2, allowedOrigins: null })
    expect(await json('project', 'key', 'disable', old.publicKey)).toEqual({
      publicKey: old.publicKey,
      isActive: false,
    })
    expect(await findKey(old.publicKey)).toBeUndefined()
    expect((await run('project', 'key', 'list', 'shop')).output.split('\n')).toEqual([
      `disabled  ${old.dsn}`,
      `active    ${added.dsn}`,
    ])
    expect((await json('project', 'list'))[1].dsn).toBe(added.dsn)
  })

  it('keeps a key to origins, as browsers write them', async () => {
    const origins = 'https://Shop.example/, http://localhost:5173,https://shop.example:443'
    const { publicKey, allowedOrigins } = await json('project', 'key', 'add', 'shop', '--origins', origins)
    expect(allowedOrigins).toEqual(['https://shop.example', 'http://localhost:5173'])
    expect(await findKey(publicKey)).toMatchObject({ allowedOrigins })
    expect((await run('project', 'key', 'list', 'shop')).output).toMatch(
      / {2}from https:\/\/shop\.example, http:\/\/localhost:5173$/,
    )
  })

  it.each([
    [['add', 'bakery'], 'Cannot add the key: there is no project "bakery"'],
    [['list', 'bakery'], 'Cannot list the keys: there is no project "bakery"'],
    [['disable', 'abc'], 'Cannot disable the key: there is no key "abc"'],
    ...['', '*', 'shop.example', 'https://*.shop.example/', 'https://shop.example/cart', 'data:x'].map(
      (origin) =>
        [
          ['add', 'shop', '--origins', origin],
          `Cannot add the key: "${origin}" is not an origin like https://shop.example`,
        ] as [string[], string],
    ),
  ])('refuses %j with a sentence', async (words, sentence) => {
    expect(await run('project', 'key', ...words)).toEqual({ code: 1, output: sentence })
  })
})
