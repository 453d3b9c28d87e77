import { createHash } from 'node:crypto'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteChunkRows,
  deleteOldChunkRows,
  listChunks,
  listUnusedHashes,
  saveChunk,
  sumChunkSizes,
} from '#server/store/sourcemaps/upload-chunks.ts'
import { joinBlobs } from './join-blobs.ts'
import { uploadLimits } from './upload-limits.ts'

/** Pieces of uploads that are not yet put together. A token sees only its own, so that nobody learns what others uploaded. */
export interface Chunks {
  /** Stores a chunk under the hash of its bytes, whatever name it came with; returns the hash. */
  put(tokenId: number, bytes: Uint8Array, now: number): Promise<string>
  listMissing(tokenId: number, hashes: readonly string[]): Promise<string[]>
  sumSizes(): Promise<number>
  /** Puts the chunks together in a file, or says what is wrong with them. */
  join(upload: Upload, path: string): Promise<{ refusal: string } | undefined>
  delete(tokenId: number, hashes: readonly string[]): Promise<void>
  /** Deletes chunks older than a day, whose uploads were given up. */
  sweep(now: number): Promise<void>
}

export interface Upload {
  tokenId: number
  /** The SHA-1 of each chunk, in order. */
  chunks: readonly string[]
  /** The SHA-1 of the whole. */
  checksum: string
}

interface ChunkPlaces {
  store: Store
  blobs: Blobs
  /** Whether `blobs` also holds other blobs. A sweep then deletes those that no row names; otherwise they are deleted here. */
  isShared: boolean
}

export function isChunkHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{40}$/.test(text)
}

export function createChunks({ store, blobs, isShared }: ChunkPlaces): Chunks {
  async function deleteBytes(rows: readonly { sha256: string }[]): Promise<void> {
    if (isShared || rows.length === 0) return
    const hashes = rows.map(({ sha256 }) => sha256)
    await blobs.delete(await listUnusedHashes(store.db, hashes))
  }

  return {
    async put(tokenId, bytes, now) {
      const hash = createHash('sha1').update(bytes).digest('hex')
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await blobs.put({ sha256, bytes })
      const row = { token_id: tokenId, hash, sha256, size_bytes: bytes.length, created_at: now }
      await store.write((trx) => saveChunk(trx, row))
      return hash
    },
    async listMissing(tokenId, hashes) {
      const known = new Set((await listChunks(store.db, tokenId, hashes)).map(({ hash }) => hash))
      return hashes.filter((hash) => !known.has(hash))
    },
    sumSizes: () => sumChunkSizes(store.db),
    async join({ tokenId, chunks, checksum }, path) {
      const rows = await listChunks(store.db, tokenId, [...new Set(chunks)])
      const places = new Map(rows.map(({ hash, sha256 }) => [hash, sha256]))
      const hashes = chunks.map((hash) => places.get(hash))
      const joined = await joinBlobs(blobs, hashes, path)
      if ('refusal' in joined || joined.sha1 === checksum) return 'refusal' in joined ? joined : undefined
      return { refusal: `its checksum is ${joined.sha1} instead of ${checksum}` }
    },
    async delete(tokenId, hashes) {
      await deleteBytes(await store.write((trx) => deleteChunkRows(trx, tokenId, hashes)))
    },
    async sweep(now) {
      await deleteBytes(await store.write((trx) => deleteOldChunkRows(trx, now - uploadLimits.chunkLifeMs)))
    },
  }
}
