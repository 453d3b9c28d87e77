import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'

async function aFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-lock-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'desk.lock')
}

describe('takeInstanceLock()', () => {
  it('is for one at a time', async () => {
    const file = await aFile()
    const lock = takeInstanceLock(file)
    expect(lock).toBeDefined()
    expect(takeInstanceLock(file)).toBeUndefined()
    lock?.release()
    const again = takeInstanceLock(file)
    expect(again).toBeDefined()
    again?.release()
  })

  it('ends with its process, however that ends', async () => {
    const file = await aFile()
    const module = new URL('../../../../../server/store/sqlite/instance-lock.ts', import.meta.url).href
    const script = `
      const { takeInstanceLock } = await import(${JSON.stringify(module)})
      globalThis.lock = takeInstanceLock(${JSON.stringify(file)})
      console.log('locked')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(takeInstanceLock(file)).toBeUndefined()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = takeInstanceLock(file)
    expect(lock).toBeDefined()
    lock?.release()
  })

  it('says what else is the matter', async () => {
    const file = await aFile()
    expect(() => takeInstanceLock(join(file, 'below'))).toThrow(/unable to open database file/)
  })
})
