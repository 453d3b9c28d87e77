import type { Pool } from 'pg'
import { uploadFolder } from '#server/artifacts/scratch-folder.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import type { MovedBlobs } from '#server/store/move/copy-blobs.ts'
import { createSharedBlobs } from '#server/store/postgres/blobs/shared-blobs.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'

/** Attachments and chunks of uploads that leave the folders of SQLite's desk. What is in a bucket stays there. */
export function blobsTo(pool: Pool, file: string, bucket: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const shared = { to: sharedBlobs(pool, bucket), isReadBack: bucket === undefined }
  return [
    { table: 'attachment', from: attachments, ...shared },
    { table: 'upload_chunk', from: uploads, ...shared },
  ]
}

/** Those that come into the folders. With a bucket, only chunks do. */
export function blobsFrom(pool: Pool, file: string, bucket: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const shared = { from: sharedBlobs(pool, bucket), isReadBack: true }
  const chunks: MovedBlobs = { table: 'upload_chunk', to: uploads, ...shared }
  return bucket === undefined ? [{ table: 'attachment', to: attachments, ...shared }, chunks] : [chunks]
}

function foldersOf(file: string): { attachments: Blobs; uploads: Blobs } {
  return {
    attachments: createFolderBlobs(attachmentFolder(file)),
    uploads: createFolderBlobs(uploadFolder(file)),
  }
}

function sharedBlobs(pool: Pool, bucket: Bucket | undefined): Blobs {
  return createSharedBlobs(openKysely(createPostgresDialect(pool), undefined), bucket)
}
