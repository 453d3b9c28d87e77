import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { uploadLimits } from './upload-limits.ts'

/** The folder of chunks that are not yet part of a bundle. */
export function chunkFolder(databaseFile: string): string {
  return join(dirname(databaseFile), 'uploads')
}

export function isChunkHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{40}$/.test(text)
}

/** A token sees only its own chunks, so that nobody learns what others uploaded. */
function chunkPath(folder: string, tokenId: number, hash: string): string {
  if (!isChunkHash(hash)) throw new Error(`Cannot find the chunk: ${hash} is not a SHA-1`)
  return join(folder, String(tokenId), hash)
}

/** Stores a chunk under the hash of its bytes, whatever name it came with; returns the hash. */
export function writeChunk(folder: string, tokenId: number, bytes: Uint8Array): string {
  const hash = createHash('sha1').update(bytes).digest('hex')
  const path = chunkPath(folder, tokenId, hash)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  writeFileSync(unfinished, bytes, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
  return hash
}

export function listMissingChunks(folder: string, tokenId: number, hashes: readonly string[]): string[] {
  return hashes.filter((hash) => !existsSync(chunkPath(folder, tokenId, hash)))
}

/** Puts the chunks together in a file of their own; returns its path, or says what is wrong. */
export function joinChunks(
  folder: string,
  { tokenId, chunks, checksum }: { tokenId: number; chunks: readonly string[]; checksum: string },
): string | { refusal: string } {
  const path = join(folder, String(tokenId), `${checksum}.bundle`)
  const hash = createHash('sha1')
  const file = openSync(path, 'w', 0o600)
  let sizeBytes = 0
  try {
    for (const chunk of chunks) {
      const bytes = readFileSync(chunkPath(folder, tokenId, chunk))
      sizeBytes += bytes.length
      if (sizeBytes > uploadLimits.bundleBytes) return { refusal: 'the bundle is larger than 512 MiB' }
      hash.update(bytes)
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    }
  } finally {
    closeSync(file)
  }
  const actual = hash.digest('hex')
  return actual === checksum ? path : { refusal: `its checksum is ${actual} instead of ${checksum}` }
}

/** Deletes the chunks of a bundle, and the bundle's own file. */
export function deleteChunks(
  folder: string,
  tokenId: number,
  chunks: readonly string[],
  bundle: string,
): void {
  for (const chunk of chunks) rmSync(chunkPath(folder, tokenId, chunk), { force: true })
  rmSync(join(folder, String(tokenId), `${bundle}.bundle`), { force: true })
}

/** Deletes what is older than a day: uploads that were given up. */
export function sweepChunks(folder: string, now: number): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() && stat.mtimeMs < now - uploadLimits.chunkLifeMs) rmSync(path, { force: true })
  }
}
