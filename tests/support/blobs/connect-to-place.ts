import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { openStore } from '#server/store/open-store.ts'
import { createNotedBucket } from '#server/store/postgres/blobs/noted-bucket.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'

/** The place of blobs as plain data, for another process. */
export type Place =
  | { kind: 'folder'; folder: string }
  | { kind: 'postgres'; url: string }
  | { kind: 'bucket'; bucket: Bucket }
  | { kind: 'noted'; url: string; bucket: Bucket }

export async function connectToPlace(place: Place): Promise<{ blobs: Blobs; close(): Promise<void> }> {
  const close = async () => {}
  if (place.kind === 'folder') return { blobs: createFolderBlobs(place.folder), close }
  if (place.kind === 'bucket') return { blobs: createS3Blobs(place.bucket), close }
  const store = await openStore({ place: place.url })
  const blobs =
    place.kind === 'noted'
      ? createNotedBucket(store.db, createS3Blobs(place.bucket))
      : createRowBlobs(store.db)
  return { blobs, close: store.close }
}
