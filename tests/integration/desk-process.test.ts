import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot, startDesk } from '#tests/support/desk/desk-process.ts'

/** A folder whose desk says its process and data, and is never ready. */
async function aStuckDesk() {
  const root = await mkdtemp(join(tmpdir(), 'crumbtrail-stuck-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const said = join(root, 'said.json')
  await mkdir(join(root, 'server'))
  await writeFile(
    join(root, 'server/main.ts'),
    `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(said)}, JSON.stringify({ pid: process.pid, data: process.env.DATA_DIR }))
    console.log('still starting')
    setInterval(() => {}, 1_000)`,
  )
  const read = async () => JSON.parse(await readFile(said, 'utf8')) as { pid: number; data: string } // our own
  return { root, said, read }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a desk that is not ready in time is ended, and its data removed', async () => {
  const { root, read } = await aStuckDesk()
  await expect(startDesk({ root, readyWithinMs: 5_000 })).rejects.toThrow(
    /^Cannot run desk: it was not ready within 5000 ms\nstill starting\n$/,
  )
  const { pid, data } = await read()
  expect(isRunning(pid)).toBe(false)
  await expect(readdir(data)).rejects.toThrow('ENOENT')
})

it('a desk that no test stopped ends with the process of the tests', async () => {
  const { root, said, read } = await aStuckDesk()
  const script = `import { existsSync } from 'node:fs'
    import { startDesk } from '#tests/support/desk/desk-process.ts'
    void startDesk({ root: ${JSON.stringify(root)} })
    setInterval(() => existsSync(${JSON.stringify(said)}) && process.exit(), 50)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: repositoryRoot })
  const { pid } = await expect.poll(read).toBeTruthy().then(read)
  await expect.poll(() => isRunning(pid)).toBe(false)
})
