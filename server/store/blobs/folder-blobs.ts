import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentPath, writeAttachment } from '#server/store/maintenance/attachment-files.ts'
import type { Blobs, StoredBlob } from './blobs.ts'

/**
 * Blobs as files of one folder. SQLite's writer, which does not wait for promises, writes and sweeps the same files by
 * `attachment-files.ts`.
 */
export function createFolderBlobs(folder: string, clock: () => number = Date.now): Blobs {
  return {
    async put({ sha256, bytes }) {
      writeAttachment(folder, sha256, bytes)
      const now = new Date(clock())
      await utimes(attachmentPath(folder, sha256), now, now) // one that was there already is as old as it was
    },
    async open(sha256) {
      const file = await ifThere(open(attachmentPath(folder, sha256)))
      if (file === undefined) return undefined
      const { size } = await file.stat()
      return { sizeBytes: size, stream: file.createReadStream() }
    },
    async delete(hashes) {
      for (const sha256 of hashes) await rm(attachmentPath(folder, sha256), { force: true })
    },
    async *list() {
      for (const name of await namesIn(folder, /^[0-9a-f]{2}$/)) {
        const hashes = await namesIn(join(folder, name), /^[0-9a-f]{64}$/)
        const page = await Promise.all(hashes.map((sha256) => describeFile(folder, sha256, clock())))
        if (page.length > 0) yield page.filter((blob) => blob !== undefined)
      }
    },
  }
}

/** The writer deletes files while others list them. */
async function describeFile(folder: string, sha256: string, now: number): Promise<StoredBlob | undefined> {
  const file = await ifThere(stat(attachmentPath(folder, sha256)))
  return file && { sha256, ageMs: now - file.mtimeMs }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await ifThere(readdir(folder))) ?? []
  return names.filter((name) => pattern.test(name)).sort()
}

async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
