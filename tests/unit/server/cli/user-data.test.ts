import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-user-data-'))

async function run(...words: string[]) {
  const output: string[] = []
  const say = (line: string) => output.push(line)
  const config = parseConfig({ DATA_DIR: dataDir }, { release: '1' })
  const random = (size: number) => new Uint8Array(size).fill(7)
  const code = await runCli(words, { config, out: say, err: say, clock: () => 1_700_000_000_000, random })
  return [code, output.join('\n')]
}

beforeAll(async () => {
  await run('project', 'list')
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  const feedback = { project_id: 1, timestamp: 1, received_at: 1, source: 'sdk' }
  const texts = [
    { feedback_id: 'a'.repeat(32), message: 'It broke', email: 'ada@example.com' },
    { feedback_id: 'b'.repeat(32), message: 'Write to ada@example.com', email: null },
    { feedback_id: 'c'.repeat(32), message: 'Write to nada@example.com', email: 'bob@example.com' },
  ]
  await store.write((trx) =>
    trx
      .insertInto('feedback')
      .values(texts.map((text) => ({ ...feedback, ...text })))
      .execute(),
  )
  await store.close()
  return () => rmSync(dataDir, { recursive: true })
})

async function listAudit() {
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  onTestFinished(() => store.close())
  return store.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').execute()
}

it('asks whose data, and of which project', async () => {
  expect(await run('user-data', 'find')).toEqual([
    1,
    'Cannot find data of a user: say whose, with --id, --email, --username or --ip',
  ])
  expect(await run('user-data', 'find', '--id', '7', '--project', 'nowhere')).toEqual([
    1,
    'Cannot find data of a user: there is no project "nowhere"',
  ])
})

it('counts what there is, and writes it to a new file', async () => {
  const who = ['--email', 'Ada@Example.com']
  expect(await run('user-data', 'find', ...who)).toEqual([0, 'Found 2 feedback messages'])
  const file = join(dataDir, 'ada.jsonl')
  expect(await run('user-data', 'export', file, ...who)).toEqual([0, `Wrote 2 feedback messages to ${file}`])
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).data.message)).toEqual(['It broke', 'Write to ada@example.com'])
  expect(await run('user-data', 'export', file, ...who)).toEqual([
    1,
    `Cannot export data of a user: ${file} cannot be made (EEXIST)`,
  ])
})

it('erases when it is told that it may, and leaves nothing in the file', async () => {
  const who = ['--email', 'ada@example.com']
  expect(await run('user-data', 'erase', ...who)).toEqual([
    1,
    'Cannot erase data of a user: it cannot be undone. See what goes with "user-data find", then add --yes',
  ])
  expect(await run('user-data', 'find', ...who)).toEqual([0, 'Found 2 feedback messages'])
  expect(await run('user-data', 'erase', ...who, '--yes')).toEqual([
    0,
    'Erased 2 feedback messages\nEarlier backups and exports still have it',
  ])
  expect(await run('user-data', 'find', ...who)).toEqual([0, 'Found nothing about this user'])
  expect(await run('user-data', 'find', '--email', 'bob@example.com')).toEqual([
    0,
    'Found 1 feedback message',
  ])
  const [entry] = await listAudit()
  expect(entry).toMatchObject({
    ...{ actor: 'command', action: 'user-data.erase', at: 1_700_000_000_000 },
    // echo -n email:ada@example.com | sha256sum
    target: 'sha256:9b62a3a2bce7c868f30d60f0818e84d225bceb56f6c2dccaa4ac388af5fd8f7f',
  })
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ feedback: 2, events: 0, project: null })
  const stored = readFileSync(databaseFile(dataDir), 'latin1')
  expect(stored).not.toMatch(/[^n]ada@example/)
  expect(stored).toContain('nada@example.com')
})
