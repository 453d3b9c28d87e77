import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { createInstance } from '#server/process/instance/instance.ts'
import { placeOf } from '#server/process/instance/place-of.ts'
import { readLastBackup } from '#server/store/sqlite/backup/backup.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

const NOW = Date.UTC(2026, 8, 20, 10, 30)

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-instance-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://desk.example', RETENTION_DAYS: '30' }
  const config = parseConfig(env, { release: '1.2.3' })
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  onTestFinished(() => store.close())
  const onFailure = (thrown: unknown) => expect.fail(String(thrown))
  const waiting = { clock: () => NOW, onFailure, patienceMs: 60_000 } // a busy machine takes longer than anybody waits
  return { dataDir, config, store, instance: createInstance({ config, store, ...waiting }) }
}

it('says what the desk is', async () => {
  const { dataDir, instance } = await open()
  expect(instance.facts).toEqual({
    ...{ release: '1.2.3', node: process.versions.node, engine: 'sqlite', place: dataDir },
    ...{ bucket: null, publicUrl: 'https://desk.example', retentionDays: 30 },
  })
})

it.each([
  ['postgres://desk:s3cret@db.example:5432/crumbtrail', 'db.example:5432/crumbtrail'],
  ['postgresql://desk:p%40ss@a:1,b:2/desk?password=s3cret', 'a:1,b:2/desk'],
  ['postgres://desk:a/b@c@host/desk', 'host/desk'],
])('shows no secret of %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})

it('makes a private backup, lists and deletes it, and nothing else in the folder', async () => {
  const { dataDir, instance } = await open()
  expect(await instance.listBackups()).toMatchObject({ files: [], isRunning: false, failure: null })
  const name = 'crumbtrail-2026-09-20T10-30-00.sqlite'
  expect(await instance.backUp()).toEqual({ name })
  const file = join(dataDir, 'backups', name)
  expect(statSync(file).mode & 0o077).toBe(0)
  writeFileSync(join(dataDir, 'backups', 'notes.txt'), 'mine')
  const sizeBytes = statSync(file).size
  expect((await instance.listBackups())?.files).toEqual([{ name, sizeBytes, madeAt: NOW }])
  expect(readLastBackup(databaseFile(dataDir))).toBe(NOW)
  const gone = { refusal: 'Cannot delete the backup: it no longer exists' }
  expect(await instance.deleteBackup('notes.txt')).toEqual(gone)
  expect(await instance.deleteBackup('../crumbtrail.sqlite')).toEqual(gone)
  expect(await instance.deleteBackup(name)).toBeUndefined()
  expect(await instance.deleteBackup(name)).toEqual(gone)
})

it('checks the installation as the command does', async () => {
  const { instance } = await open()
  const checks = await instance.examine()
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['node', 'sqlite', 'public-url']))
  expect(checks.find(({ name }) => name === 'public-url')?.state).toBe('warn')
})

it('leaves backups to the programs of PostgreSQL', async () => {
  const { config, store } = await open()
  const databaseUrl = 'postgres://desk:s3cret@db.example/crumbtrail'
  const onFailure = () => {}
  const instance = createInstance({ config: { ...config, databaseUrl }, store, clock: () => NOW, onFailure })
  expect(instance.facts).toMatchObject({ engine: 'postgres', place: 'db.example/crumbtrail' })
  expect(await instance.listBackups()).toBeUndefined()
  expect(await instance.backUp()).toMatchObject({ refusal: expect.stringContaining('pg_dump') })
})
