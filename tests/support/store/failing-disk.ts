import { execFile, execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system of its own size; undefined where this user may not mount one. */
export async function mountSmallDisk(
  directory: string,
  megabytes: number,
): Promise<(() => Promise<void>) | undefined> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory])
    return async () => {
      await run('umount', ['-l', directory])
    }
  } catch {
    return undefined
  }
}

/** Leaves so many bytes on a small disk, and gives back the rest when it is called. */
export async function fillDisk(directory: string, freeBytes: number): Promise<() => Promise<void>> {
  const { bavail, bsize } = statfsSync(directory)
  const ballast = join(directory, 'ballast')
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
  return () => rm(ballast)
}

/** Whether this machine can forbid a process to write to files. */
export function canForbidWriting(): boolean {
  try {
    execFileSync('prlimit', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Every write to a file fails from now on, as on a disk that has become read-only. Pipes and sockets go on. */
export async function forbidWriting(pid: number): Promise<void> {
  await run('prlimit', ['--pid', String(pid), '--fsize=0:unlimited'])
}

export async function allowWriting(pid: number): Promise<void> {
  await run('prlimit', ['--pid', String(pid), '--fsize=unlimited:unlimited'])
}
