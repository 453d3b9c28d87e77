import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type InstanceLock, takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'

/** Files that the built pages depend on; the server runs from its sources. */
const sources = ['pages', 'renderer', 'telemetry', 'vite.config.ts', 'package-lock.json']

/** Variables that vite.config.ts reads from the environment. */
const buildSettings = ['TUNNEL_PATH', 'BROWSER_TELEMETRY_ADAPTER']
/** How often a process that waits for the build of another one looks again. */
const LOOK_EVERY_MS = 100

interface BuildOptions {
  root: string
  /** The environment of the build; the settings that it reads are part of the build's hash. */
  env: Record<string, string | undefined>
  say: (line: string) => void
}

/** Builds the pages, unless the existing build was made of exactly these sources and settings. */
export async function ensureBuild({ root, env, say }: BuildOptions): Promise<void> {
  const stampFile = join(root, 'dist', 'build-of.txt')
  const stamp = await stampOf(
    root,
    buildSettings.map((name) => env[name]),
  )
  const isBuilt = async () => existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp
  if (await isBuilt()) return
  const lock = await lockBuild(root)
  try {
    if (await isBuilt()) return // by the process that had the lock
    say('Building the pages (once for each version) …')
    await runBuild(root, env)
    await writeFile(stampFile, stamp)
  } finally {
    lock.release()
  }
}

/** Waits until no other process builds the same folder: two builds would delete each other's files. */
async function lockBuild(root: string): Promise<InstanceLock> {
  const folder = join(root, 'node_modules', '.cache', 'crumbtrail')
  await mkdir(folder, { recursive: true })
  for (;;) {
    const lock = takeInstanceLock(join(folder, 'build.lock'))
    if (lock !== undefined) return lock
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** A hash of contents, not of times: it is right for a fresh clone and for a copied folder. */
async function stampOf(root: string, settings: (string | undefined)[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings.map((setting) => setting ?? null)))
  for (const path of await listFiles(root, sources)) {
    hash.update(`\0${path}\0`).update(await readFile(join(root, path)))
  }
  return hash.digest('hex')
}

async function listFiles(root: string, paths: string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (/\.[a-z]+$/.test(path)) {
      files.push(path)
      continue
    }
    const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
    files.push(
      ...entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    )
  }
  return files.sort()
}

/**
 * The build runs in a process of its own, so that the bundler's memory is freed with it. Its output goes into a file: a
 * pipe breaks if this process is killed, and Vike would then report the broken pipe to itself endlessly.
 */
async function runBuild(root: string, env: Record<string, string | undefined>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-build-'))
  const output = await open(join(folder, 'output.txt'), 'w+')
  try {
    const child = spawn(process.execPath, [join(root, 'node_modules', 'vike', 'bin.js'), 'build'], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', output.fd, output.fd],
    })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    if (code === 0) return
    const said = await readFile(join(folder, 'output.txt'), 'utf8')
    throw new Error(`Cannot build the pages: vike build ended with code ${code}\n${said}`)
  } finally {
    await output.close()
    await rm(folder, { recursive: true, force: true })
  }
}
