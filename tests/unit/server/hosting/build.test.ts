import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ensureBuild } from '#server/hosting/build.ts'

/** A checkout whose build is this script. */
async function aRoot(script: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const folder of ['pages', 'renderer', 'telemetry', 'dist', 'node_modules/vike'])
    await mkdir(join(root, folder), { recursive: true })
  for (const file of ['vite.config.ts', 'package-lock.json']) await writeFile(join(root, file), '')
  await writeFile(join(root, 'node_modules', 'vike', 'bin.js'), script)
  return root
}

const quiet = { env: { PATH: process.env.PATH }, say: () => {} }

it('a build runs once for the same sources', async () => {
  const root = await aRoot("require('fs').appendFileSync('dist/builds', 'x')")
  await ensureBuild({ root, ...quiet })
  await ensureBuild({ root, ...quiet })
  await writeFile(join(root, 'pages', 'new.ts'), '')
  await ensureBuild({ root, ...quiet })
  expect(await readFile(join(root, 'dist', 'builds'), 'utf8')).toBe('xx')
})

it('processes that start at the same moment build once, one after the other', async () => {
  const root = await aRoot("require('fs').appendFileSync('dist/builds', 'x')")
  await Promise.all([ensureBuild({ root, ...quiet }), ensureBuild({ root, ...quiet })])
  expect(await readFile(join(root, 'dist', 'builds'), 'utf8')).toBe('x')
})

it('a build that fails says what it printed, and runs again at the next start', async () => {
  const root = await aRoot("console.log('some'); console.error('broken'); process.exit(3)")
  for (let start = 0; start < 2; start++) {
    await expect(ensureBuild({ root, ...quiet })).rejects.toThrow(
      'Cannot build the pages: vike build ended with code 3\nsome\nbroken\n',
    )
  }
})

it('a build goes on to its end if the process that started it is killed', async () => {
  const root = await aRoot(`
    const { writeFileSync } = require('fs')
    writeFileSync('dist/begun', '')
    setTimeout(() => process.stdout.write('a line'), 300)
    setTimeout(() => writeFileSync('dist/done', ''), 600)`)
  const starting = `
    import { ensureBuild } from '#server/hosting/build.ts'
    await ensureBuild({ root: ${JSON.stringify(root)}, env: {}, say: () => {} })`
  const starter = spawn(process.execPath, ['--input-type=module-typescript', '--eval', starting])
  const ended = new Promise((resolve) => starter.once('close', resolve))
  await expect.poll(() => existsSync(join(root, 'dist', 'begun'))).toBe(true)
  starter.kill('SIGKILL')
  await ended
  await expect.poll(() => existsSync(join(root, 'dist', 'done'))).toBe(true)
})
