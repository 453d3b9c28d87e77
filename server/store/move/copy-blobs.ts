import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BlobReader, Blobs } from '#server/store/blobs/blobs.ts'
import type { BlobTable, MoveSide } from './side.ts'
import type { Difference } from './verify-tables.ts'

/** The bytes of what a table names, and where they go. */
export interface MovedBlobs {
  table: BlobTable
  from: BlobReader
  to: Blobs
  /** A bucket that both desks use. Its blobs stay there and are not read again: their hashes were checked when they were put. */
  bucket?: Pick<Blobs, 'list'> | undefined
}

export interface CopiedBlobs {
  copied: number
  /** The blobs whose bytes are missing or damaged in the source. */
  lost: Set<string>
}

/** Copies each blob that is not there yet, and checks its hash. At most one is in memory. */
export async function copyBlobs(
  source: MoveSide,
  { table, from, to, bucket }: MovedBlobs,
): Promise<CopiedBlobs> {
  const done: CopiedBlobs = { copied: 0, lost: new Set() }
  const known = await listHashes(to, bucket)
  for await (const sha256 of listNamed(source, table)) {
    if (known.has(sha256)) continue
    const bytes = await readWhole(from, sha256)
    if (bytes === undefined) {
      done.lost.add(sha256)
    } else {
      await to.put({ sha256, bytes })
      done.copied++
    }
  }
  return done
}

/** Reads all blobs back. A damaged one is deleted, so that the next run copies it again. */
export async function verifyBlobs(
  source: MoveSide,
  { table, to, bucket }: MovedBlobs,
  lost: ReadonlySet<string>,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const passed = await listHashes(bucket)
  for (const sha256 of lost) passed.add(sha256)
  for await (const sha256 of listNamed(source, table)) {
    if (passed.has(sha256) || (await readWhole(to, sha256)) !== undefined) continue
    await to.delete([sha256])
    differences.push({ table, message: `the bytes of ${sha256} are damaged` })
  }
  return differences
}

async function* listNamed(side: MoveSide, table: BlobTable): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const hashes = await side.listHashes(table, last)
    const end = hashes.at(-1)
    if (end === undefined) return
    yield* hashes
    last = end
  }
}

async function listHashes(...places: (Pick<Blobs, 'list'> | undefined)[]): Promise<Set<string>> {
  const hashes = new Set<string>()
  for (const place of places.filter((each) => each !== undefined)) {
    for await (const page of place.list()) for (const { sha256 } of page) hashes.add(sha256)
  }
  return hashes
}

/** Returns undefined if the bytes are missing or damaged. */
async function readWhole(blobs: BlobReader, sha256: string): Promise<Uint8Array | undefined> {
  const found = await blobs.open(sha256)
  if (found === undefined) return undefined
  try {
    const bytes = new Uint8Array(await buffer(found.stream))
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Cannot read attachment')) return undefined
    throw error
  }
}
