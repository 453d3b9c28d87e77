import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { uploadLimits } from './upload-limits.ts'

/** The folder in which uploads are put together. With SQLite, it also has their chunks. */
export function uploadFolder(databaseFile: string): string {
  return join(dirname(databaseFile), 'uploads')
}

/** Makes the folder, and deletes files older than a day: what a desk left behind that was killed, or one of an earlier version. */
export function prepareUploadFolder(folder: string, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() && stat.mtimeMs < now - uploadLimits.chunkLifeMs) rmSync(path, { force: true })
  }
}
