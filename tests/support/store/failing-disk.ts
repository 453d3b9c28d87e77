import { execFile, execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MOST_FILLINGS = 10

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

/**
 * A file system of its own size in a file beside the folder, on whatever disk that is on; undefined where this user may not
 * mount one.
 */
export async function mountDiskFile(
  directory: string,
  megabytes: number,
): Promise<(() => Promise<void>) | undefined> {
  const image = `${directory}.img`
  try {
    await run('truncate', ['-s', `${megabytes}M`, image])
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    await run('mount', ['-o', 'loop', image, directory])
    await rmdir(join(directory, 'lost+found')) // `initdb` wants an empty folder
    return async () => {
      await run('umount', ['-l', directory])
      await rm(image)
    }
  } catch {
    await rm(image, { force: true })
    return undefined
  }
}

/** Leaves about so many bytes on a small disk, and gives back the rest when it is called. */
export async function fillDisk(directory: string, freeBytes: number): Promise<() => Promise<void>> {
  const ballast = join(directory, 'ballast')
  for (let tries = 1; ; tries++) {
    const { bavail, bsize } = statfsSync(directory)
    const sizeBytes = bavail * bsize - tries * freeBytes
    try {
      if (sizeBytes > 0) await run('fallocate', ['-l', String(sizeBytes), ballast])
      return () => rm(ballast, { force: true })
    } catch (error) {
      if (tries === MOST_FILLINGS) throw error // others write meanwhile, and the file system needs some for itself
      await rm(ballast, { force: true })
    }
  }
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
