import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Blobs } from './blobs.ts'

export interface UploadPlaces {
  db: Kysely<Database>
  /** Where the writer puts attachments, durably, before it commits their rows. */
  folder: Blobs
  bucket: Blobs
  /** Aborted when the desk stops: a blob that was begun is left where it is. */
  closing: AbortSignal
}

/**
 * Moves the folder's blobs to the bucket, one at a time: at most one attachment is in memory. Only those with a row: the
 * writer deletes the others. A damaged file stays where it is. Returns how many blobs were moved, and which are damaged.
 */
export async function uploadBlobs({ db, folder, bucket, closing }: UploadPlaces) {
  const done = { uploaded: 0, damaged: [] as string[] }
  for await (const page of folder.list()) {
    for (const sha256 of await namedHashes(
      db,
      page.map((blob) => blob.sha256),
    )) {
      if (closing.aborted) return done
      const found = await folder.open(sha256)
      if (found === undefined) continue
      const bytes = new Uint8Array(await buffer(found.stream))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        done.damaged.push(sha256)
        continue
      }
      await bucket.put({ sha256, bytes })
      await folder.delete([sha256])
      done.uploaded++
    }
  }
  return done
}

/**
 * Deletes the bucket's blobs that no row names. One that a row names while this runs is safe: it is in the folder again, or
 * was put within the last hour. So this must not run beside `uploadBlobs`. Returns how many were deleted.
 */
export async function sweepBucket({ db, bucket, closing }: Omit<UploadPlaces, 'folder'>): Promise<number> {
  let deleted = 0
  for await (const page of bucket.list()) {
    if (closing.aborted) return deleted
    const old = page.filter(({ ageMs }) => ageMs >= HOUR_MS).map(({ sha256 }) => sha256)
    const named = new Set(await namedHashes(db, old))
    const orphans = old.filter((sha256) => !named.has(sha256))
    await bucket.delete(orphans)
    deleted += orphans.length
  }
  return deleted
}

/** Those that attachments have. */
async function namedHashes(db: Kysely<Database>, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('attachment')
    .select('sha256')
    .distinct()
    .where('sha256', 'in', hashes)
    .orderBy('sha256')
    .execute()
  return rows.map(({ sha256 }) => sha256)
}
