import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** The demo, the sites that are built, and the data of some desks: they take a quarter of it. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * Makes the folder in which tests keep their data, in memory where there is room: a commit then waits for no disk.
 * Containers often have 64 MB there, and other systems nothing at all. It is removed when the run ends.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(`${hasRoom(inMemory) ? inMemory : tmpdir()}/crumbtrail-tests-`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
