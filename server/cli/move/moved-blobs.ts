import type { Pool } from 'pg'
import { uploadFolder } from '#server/artifacts/scratch-folder.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { createUploadedBlobs } from '#server/store/blobs/uploaded-blobs.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import type { MovedBlobs } from '#server/store/move/copy-blobs.ts'
import { createNotedBucket } from '#server/store/postgres/blobs/noted-bucket.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'

/** Attachments and chunks of uploads that leave the folders of SQLite's desk. A bucket stays where it is. */
export function blobsTo(pool: Pool, file: string, bucket: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const to = blobsOf(pool, bucket)
  const from = bucket === undefined ? attachments : createUploadedBlobs(attachments, createS3Blobs(bucket))
  return [
    { table: 'attachment', from, to },
    { table: 'upload_chunk', from: uploads, to },
  ]
}

/** Those that come into the folders. With a bucket, only chunks do. */
export function blobsFrom(pool: Pool, file: string, bucket: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const from = blobsOf(pool, bucket)
  const chunks: MovedBlobs = { table: 'upload_chunk', from, to: uploads }
  return bucket === undefined ? [{ table: 'attachment', from, to: attachments }, chunks] : [chunks]
}

function foldersOf(file: string): { attachments: Blobs; uploads: Blobs } {
  return {
    attachments: createFolderBlobs(attachmentFolder(file)),
    uploads: createFolderBlobs(uploadFolder(file)),
  }
}

function blobsOf(pool: Pool, bucket: Bucket | undefined): Blobs {
  const db = openKysely(createPostgresDialect(pool), undefined)
  return bucket === undefined ? createRowBlobs(db) : createNotedBucket(db, createS3Blobs(bucket))
}
