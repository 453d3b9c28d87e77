import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile, Backups, DeskInstance } from '#server/models/settings/instance.ts'
import { saveSetting } from '#server/store/accounts/settings.ts'
import type { Store } from '#server/store/engine/store.ts'
import { LAST_BACKUP } from '#server/store/sqlite/backup/backup.ts'
import { BACKUP_FOLDER } from '#server/store/sqlite/backup/unfinished-backup.ts'
import { runTask } from './run-task.ts'

interface BackupsOptions {
  /** The database. */
  file: string
  store: Store
  clock: () => number
  onFailure: (thrown: unknown) => void
  /** Milliseconds that somebody waits for a backup before they are told that it is being made. */
  patienceMs?: number
}

interface OwnBackups {
  list(): Promise<Backups>
  make: DeskInstance['backUp']
  remove: DeskInstance['deleteBackup']
}

const NAME = /^crumbtrail-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sqlite$/

/**
 * Backups in the folder `backups` beside the database, which only the desk's own account may read. They have everything, with
 * password hashes, so they are not sent to browsers.
 */
export function createBackups(options: BackupsOptions): OwnBackups {
  const { file, store, clock, onFailure, patienceMs = 5_000 } = options
  const folder = join(dirname(file), 'backups')
  let running: Promise<void> | undefined
  let failure: string | null = null

  async function run(to: string, now: number): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await store.write((trx) => saveSetting(trx, BACKUP_FOLDER, folder)) // The next start looks there if this backup is killed.
    await runTask({ kind: 'back up', file, to, now })
    await store.write((trx) => saveSetting(trx, LAST_BACKUP, String(now)))
  }

  return {
    async list() {
      const names = (await namesIn(folder)).filter((name) => NAME.test(name))
      const files = await Promise.all(names.map((name) => readFile(folder, name)))
      const found = files.filter((each) => each !== undefined)
      return {
        folder,
        files: found.sort((one, other) => other.madeAt - one.madeAt),
        isRunning: running !== undefined,
        failure,
      }
    },
    async make() {
      if (running) return { isRunning: true }
      const now = clock()
      const name = `crumbtrail-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.sqlite`
      failure = null
      running = run(join(folder, name), now)
        .catch((error: unknown) => {
          failure = error instanceof Error ? error.message : String(error)
          onFailure(error)
        })
        .finally(() => {
          running = undefined
        })
      if (!(await isDoneWithin(running, patienceMs))) return { isRunning: true }
      // The variable was set while this waited, which the compiler does not follow.
      const failed = failure as string | null
      return failed === null ? { name } : { refusal: `Cannot back up: ${failed}` }
    },
    async remove(name) {
      const isKnown = NAME.test(name) && (await namesIn(folder)).includes(name)
      if (!isKnown) return { refusal: 'Cannot delete the backup: it no longer exists' }
      await rm(join(folder, name))
      return undefined
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []) // There is no folder before the first backup.
}

/** Undefined for one that was deleted meanwhile. */
async function readFile(folder: string, name: string): Promise<BackupFile | undefined> {
  const found = await stat(join(folder, name)).catch(() => undefined)
  return found && { name, sizeBytes: found.size, madeAt: timeOf(name) }
}

/** The time in a name. */
function timeOf(name: string): number {
  const [day = '', time = ''] = name.slice('crumbtrail-'.length, -'.sqlite'.length).split('T')
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}

async function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), ms)
  const isDone = await Promise.race([work.then(() => true), promise])
  clearTimeout(timer)
  return isDone
}
