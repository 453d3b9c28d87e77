import type { Kysely } from 'kysely'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createNotedBucket } from './noted-bucket.ts'
import { createRowBlobs } from './row-blobs.ts'

/** The blobs of desks that share a database: in the bucket, or else as rows. `closing` ends requests to the bucket. */
export function createSharedBlobs(
  db: Kysely<Database>,
  bucket: Bucket | undefined,
  closing?: AbortSignal,
): Blobs {
  if (bucket === undefined) return createRowBlobs(db)
  return createNotedBucket(db, createS3Blobs(bucket, closing ? { closing } : {}))
}
