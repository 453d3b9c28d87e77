import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPostgres } from '#tests/support/postgres/postgres-server.ts'
import { stopPooler } from '#tests/support/postgres/servers/pooler.ts'

const inMemory = '/dev/shm'
/** The sites that are built and the data of the desks take a quarter of it. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * Makes the folder in which tests keep their data, in memory where there is room: a commit then waits for no disk.
 * Containers often have 64 MB there, and other systems nothing at all.
 */
export function setup(): () => void {
  const before = tmpdir()
  for (const place of [inMemory, before]) sweep(place)
  const folder = mkdtempSync(join(hasRoom(inMemory) ? inMemory : before, `crumbtrail-tests-${process.pid}-`))
  chmodSync(folder, 0o711) // a database server inside it never runs as root
  process.env.TMPDIR = folder // the tests' processes have it from this one
  return () => {
    process.env.TMPDIR = before
    for (const step of removal) step(folder)
  }
}

const removal = [
  stopPooler,
  stopPostgres,
  (folder: string) => rmSync(folder, { recursive: true, force: true }),
]

/** While tests run, they create folders inside their own every few seconds. */
const ABANDONED_MS = 10 * 60_000

/**
 * Removes what runs have left that were ended by force: up to a gigabyte of memory each. A run of another container that shares
 * this memory has a process that cannot be seen from here, so its folder must have been left alone for a while as well.
 */
function sweep(place: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const pid = Number(/^crumbtrail-tests-(\d+)-/.exec(name)?.[1])
    const folder = join(place, name)
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Number.isNaN(pid) || isRunning(pid) || Date.now() - changedAt < ABANDONED_MS) continue
    for (const step of removal) {
      try {
        step(folder)
      } catch {
        // its server has ended as well, or the folder is somebody else's
      }
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // somebody else's
  }
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
