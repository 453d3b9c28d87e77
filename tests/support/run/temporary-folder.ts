import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
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
  const folder = mkdtempSync(join(hasRoom(inMemory) ? inMemory : before, 'crumbtrail-tests-'))
  chmodSync(folder, 0o711) // a database server inside it never runs as root
  process.env.TMPDIR = folder // the tests' processes have it from this one
  return () => {
    stopPooler(folder)
    stopPostgres(folder)
    process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
