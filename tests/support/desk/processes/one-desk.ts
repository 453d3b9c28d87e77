import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBundled } from '#tests/support/bundle/bundled-script.ts'
import { endWithTests } from '#tests/support/run/end-with-tests.ts'

export const repositoryRoot = join(import.meta.dirname, '..', '..', '..', '..')
const MAIN = 'server/main.ts'

/** What `npm start` runs, with its options for Node; the same in each desk's folder. */
function startArguments(main: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) // our own
  const words: string[] = scripts.start.split(' ').slice(1)
  return words.map((word) => (word === MAIN ? main : word))
}

/**
 * What a process has compiled and stripped of types is found by the next one: tests start hundreds, and most of a start
 * is that. Files are known by their contents: https://nodejs.org/api/module.html#module-compile-cache
 */
export const compileCache = { NODE_COMPILE_CACHE: join(repositoryRoot, '.tmp', 'compile-cache') }

export const owner = { email: 'owner@example.test', password: 'a long enough password' }

export interface DeskProcess {
  url: string
  dataDir: string
  /** The database that several desks share; undefined for one desk with a file in its folder. */
  databaseUrl?: string
  /** Everything that was printed so far. */
  output(): string
  /** Waits until something was printed, and returns the first group of the match. */
  printed(pattern: RegExp): Promise<string>
  /** Reads no more of what it prints, as when the terminal or `| head` behind it ends. */
  closeOutput(): void
  /** Ends it as an operator would, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Runs a CLI command on the same data. */
  cli(...command: string[]): Promise<string>
  pid: number
}

export interface StartOptions {
  env?: Record<string, string>
  /** An earlier process's data, to start on again. */
  dataDir?: string
  /** `dev` serves the sources. */
  command?: 'dev'
  /** Another desk's folder. */
  root?: string
  /** Starts the sources, as `npm start` does, and not the run's bundle of them, which takes half the time. */
  ofSources?: boolean
  /** Hears of the process before it is ready, with the means to kill it. */
  onSpawn?: (kill: () => void) => void
  /** Less than the time of a test: what comes after would have nobody who stops it. */
  readyWithinMs?: number
}

const READY_WITHIN_MS = 50_000
/** Another desk's folder may have to be built first. */
const BUILT_WITHIN_MS = 110_000

/**
 * A real desk in a process of its own, on a free port of 127.0.0.1 and data of its own. Where it fails, it leaves neither
 * behind.
 */
export async function startOneDesk(options: StartOptions = {}): Promise<DeskProcess> {
  const { env = {}, dataDir, command, root = repositoryRoot, ofSources = false } = options
  const { readyWithinMs = root === repositoryRoot ? READY_WITHIN_MS : BUILT_WITHIN_MS } = options
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'crumbtrail-')))
  const isBundled = !ofSources && command === undefined && root === repositoryRoot
  const bundled = isBundled ? findBundled(MAIN) : undefined
  const main = bundled?.script ?? MAIN
  const childEnv = cleanEnv({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: directory,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    TELEMETRY_TRACES_PER_SECOND: '20', // Tests look at the traces of single requests.
    ...bundled?.env,
    ...env,
  })
  const child = spawn(process.execPath, [...startArguments(main), ...(command ? [command] : [])], {
    env: childEnv,
    cwd: root,
  })
  endWithTests(child)
  options.onSpawn?.(() => child.kill('SIGKILL'))
  const output = collectOutput(child)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const printed = (pattern: RegExp) => matchOf(child, output, pattern)
  const url = await within(readyWithinMs, printed(/Crumbtrail is ready on (\S+)/), output).catch(
    async (error) => {
      child.kill('SIGKILL')
      await exited
      if (dataDir === undefined) await rm(directory, { recursive: true, force: true })
      throw error
    },
  )
  return {
    url,
    dataDir: directory,
    output,
    printed,
    pid: child.pid ?? 0,
    closeOutput() {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
    async cli(...command) {
      const env = { ...childEnv, PORT: new URL(url).port } // DSNs name the port
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...command], {
        env,
        cwd: repositoryRoot,
      })
      return stdout
    },
  }
}

function within<Result>(ms: number, promise: Promise<Result>, output: () => string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(
      () => reject(new Error(`Cannot run desk: it was not ready within ${ms} ms\n${output()}`)),
      ms,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(tooLate))
  })
}

export function removeData({ dataDir }: DeskProcess): Promise<void> {
  return rm(dataDir, { recursive: true, force: true })
}

interface RunOptions extends Pick<StartOptions, 'ofSources'> {
  onSpawn?: (child: ChildProcess) => void
}

/**
 * Runs the entry with an environment and waits for its end: for commands, and for starts that must fail. It is the bundle's,
 * where the run has one.
 */
export async function runMain(
  command: string[],
  env: Record<string, string>,
  { ofSources = false, onSpawn }: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  const bundled = ofSources ? undefined : findBundled(MAIN)
  const child = spawn(process.execPath, [bundled?.script ?? MAIN, ...command], {
    env: cleanEnv({ ...bundled?.env, ...env }),
    cwd: repositoryRoot,
  })
  onSpawn?.(child)
  const output = collectOutput(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output() }
}

/** The test runner's own variables (NODE_ENV=test, VITEST) are not an operator's. */
function cleanEnv(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? tmpdir(), ...compileCache, ...env }
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(String(chunk)))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(String(chunk)))
  return () => chunks.join('')
}

function matchOf(child: ChildProcess, output: () => string, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(output())?.[1]
      if (match !== undefined) resolve(match)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) =>
      reject(new Error(`Cannot run desk: it ended with code ${code}\n${output()}`)),
    )
    look()
  })
}
