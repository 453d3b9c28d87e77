import type { Readable } from 'node:stream'

/** Bytes that are named by their SHA-256, in hexadecimal digits. */
export interface NewBlob {
  sha256: string
  bytes: Uint8Array
}

export interface OpenBlob {
  sizeBytes: number
  /** Its reader reads it to the end, or destroys it. */
  stream: Readable
}

export interface StoredBlob {
  sha256: string
  /** Milliseconds since it was put last. */
  ageMs: number
}

export interface BlobReader {
  /** Undefined if there is none. Bytes that were damaged on their way end the stream with an error. */
  open(sha256: string): Promise<OpenBlob | undefined>
}

/**
 * Where attachments' bytes are. They are no part of a transaction; two rules keep rows and blobs together:
 * a blob is put, and durable, before the row that names it is committed; and a blob that no row names is deleted by a
 * sweep, once it is older than any transaction that could still name it. So a row always has its blob.
 */
export interface Blobs extends BlobReader {
  /** Resolves when the bytes are durable. A blob that is there already is young again, as far as the sweep can tell. */
  put(blob: NewBlob): Promise<void>
  /** What is not there counts as deleted. */
  delete(hashes: readonly string[]): Promise<void>
  /** Lists all blobs, in pages, in the order of their hashes. */
  list(): AsyncIterable<StoredBlob[]>
}
