import type { Kysely } from 'kysely'
import { requireBlobHash } from '#server/store/blobs/blob-hash.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type BlobTables, noteBlob } from './blob-rows.ts'
import { createRowBlobs } from './row-blobs.ts'

/**
 * A bucket for desks that share a database and have no disk to put blobs on first. Each blob is noted in the database
 * before it is sent, so that the sweep, which asks the database alone, neither misses one nor deletes one that comes. Blobs
 * that were put when there was no bucket are read from their rows.
 */
export function createNotedBucket(plain: Kysely<Database>, bucket: Blobs): Blobs {
  const db = plain.withTables<BlobTables>()
  const rows = createRowBlobs(plain)
  return {
    ...bucket,
    open: async (sha256) => (await bucket.open(sha256)) ?? (await rows.open(sha256)),
    async put(blob) {
      requireBlobHash(blob.sha256)
      await db.transaction().execute((trx) => noteBlob(trx, blob))
      await bucket.put(blob)
    },
    async delete(hashes) {
      await bucket.delete(hashes)
      if (hashes.length === 0) return
      await db.transaction().execute((trx) =>
        trx
          .deleteFrom('blob')
          .where('sha256', 'in', [...hashes])
          .execute(),
      )
    },
  }
}
