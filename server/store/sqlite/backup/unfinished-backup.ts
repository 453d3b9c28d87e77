import { randomBytes } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'

/** Where the store says into which folder a backup was begun last. */
export const BACKUP_FOLDER = 'backup.folder'

export interface UnfinishedBackup {
  file: string
  /** Removes it, by whatever name the backup is known by then. */
  end(): void
}

const PART = /\.[0-9a-f]{8}\.part$/
const LOCK_SUFFIX = '.lock'
/** What SQLite may leave beside a file that it was writing. */
const SUFFIXES = ['', '-journal', '-wal', '-shm']

/**
 * A file for a backup while it is made. Its process holds a lock beside it, which ends with the process: so it can be
 * told from what a killed one left.
 */
export function beginUnfinished(to: string): UnfinishedBackup {
  accessSync(dirname(to), constants.W_OK) // says what is the matter; SQLite says only that it could not open a file
  for (;;) {
    const file = `${to}.${randomBytes(4).toString('hex')}.part`
    const lock = takeInstanceLock(file + LOCK_SUFFIX)
    if (lock === undefined) continue // whoever sweeps the folder was faster, and removes it
    const end = () => {
      remove(file)
      lock.release()
    }
    try {
      closeSync(openSync(file, 'wx', 0o600)) // SQLite fills an empty file, and makes one that others may read
      return { file, end }
    } catch (error) {
      end()
      throw error
    }
  }
}

/** Removes what killed backups left in a folder, and gives how many there were. What has no lock is not ours. */
export function sweepUnfinished(folder: string): number {
  return visitAbandoned(folder, remove)
}

/** How many killed backups left something in a folder. */
export function countUnfinished(folder: string): number {
  return visitAbandoned(folder, () => {})
}

function visitAbandoned(folder: string, visit: (file: string) => void): number {
  let count = 0
  for (const name of namesIn(folder)) {
    const part = name.slice(0, -LOCK_SUFFIX.length)
    if (!name.endsWith(LOCK_SUFFIX) || !PART.test(part)) continue
    const file = join(folder, part)
    const lock = takeInstanceLock(file + LOCK_SUFFIX)
    if (lock === undefined) continue // its process is at work
    try {
      visit(file)
      count++
    } finally {
      lock.release()
    }
  }
  return count
}

/** The lock goes last, while it is held: what is left of a removal that is itself cut short can still be found. */
function remove(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true })
  for (const suffix of SUFFIXES.toReversed()) rmSync(file + LOCK_SUFFIX + suffix, { force: true })
}

/** Nothing where the folder is gone or closed: there is nothing of ours to do there. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
