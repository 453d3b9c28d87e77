import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLogSync } from '#server/store/sqlite/wal-sync.ts'

async function aFile() {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'desk.sqlite')
}

it('syncs once for all that ask while another sync runs', async () => {
  const file = await aFile()
  await writeFile(`${file}-wal`, 'log')
  const log = openLogSync(file)
  onTestFinished(() => log.close())
  const [first, second, third] = [log.sync(), log.sync(), log.sync()]
  expect(second).not.toBe(first) // what was committed since the first began is not in it
  expect(third).toBe(second)
  await Promise.all([first, second])
  await log.sync()
})

it('rejects when the log can not be synced, and where there is none', async () => {
  const file = await aFile()
  expect(() => openLogSync(file)).toThrow('ENOENT')
  await writeFile(`${file}-wal`, 'log')
  const log = openLogSync(file)
  log.close()
  await expect(log.sync()).rejects.toThrow('EBADF')
})
