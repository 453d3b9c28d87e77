import { createHash, hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder is beside the database, so that a backup of their folder has both. */
export function attachmentFolder(databaseFile: string): string {
  return join(dirname(databaseFile), 'attachments')
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What Sentry's clients compare; nothing is found by it. */
export function sha1Of(bytes: Uint8Array): string {
  return hash('sha1', bytes)
}

/** Named by the hash of what it holds: never by a name that a client chose. */
export function attachmentPath(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Cannot find attachment: ${sha256} is not a SHA-256`)
  return join(folder, sha256.slice(0, 2), sha256)
}

/**
 * The files are on disk, names and all, when it returns. A file that is there already is left as it is, but its name
 * is made durable too: whoever wrote it may have died before that.
 */
export function writeAttachments(folder: string, files: { sha256: string; bytes: Uint8Array }[]): void {
  if (files.length === 0) return
  const folders = new Set([folder, dirname(folder)])
  for (const { sha256, bytes } of files) {
    const path = attachmentPath(folder, sha256)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeWhole(path, bytes)
    folders.add(dirname(path))
  }
  for (const path of folders) syncFolder(path)
}

export function writeAttachment(folder: string, sha256: string, bytes: Uint8Array): void {
  writeAttachments(folder, [{ sha256, bytes }])
}

function writeWhole(path: string, bytes: Uint8Array): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === bytes.length) return
  const unfinished = join(dirname(path), `${randomBytes(8).toString('hex')}${UNFINISHED}`)
  try {
    writeSynced(unfinished, bytes)
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

const UNFINISHED = '.part'

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A name is on disk when its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Deletes the files of one of the 256 folders that no row knows: what was written for a batch that then failed. Only
 * for the one who writes them, between batches. Gives how many it deleted.
 */
export function sweepAttachments(
  folder: string,
  index: number,
  isKnown: (sha256: string) => boolean,
): number {
  const parent = join(folder, (index & 0xff).toString(16).padStart(2, '0'))
  if (!existsSync(parent)) return 0
  const orphans = readdirSync(parent).filter((name) => name.endsWith(UNFINISHED) || !isKnown(name))
  for (const name of orphans) rmSync(join(parent, name), { force: true, recursive: true })
  return orphans.length
}
