import type { Pool } from 'pg'
import { uploadFolder } from '#server/artifacts/scratch-folder.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import type { MovedBlobs } from '#server/store/move/copy-blobs.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { createSharedBlobs } from '#server/store/postgres/blobs/shared-blobs.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'

/** Attachments and chunks of uploads that are copied from the folders of a desk on SQLite. What is in a bucket stays there. */
export function blobsTo(pool: Pool, file: string, named: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const places = { to: createSharedBlobs(openDatabase(pool), named), bucket: bucketOf(named) }
  return [
    { table: 'attachment', from: attachments, ...places },
    { table: 'upload_chunk', from: uploads, ...places },
  ]
}

/** Attachments and chunks that are copied into the folders. Desks that share a bucket may have older attachments as rows. */
export function blobsFrom(pool: Pool, file: string, named: Bucket | undefined): MovedBlobs[] {
  const { attachments, uploads } = foldersOf(file)
  const db = openDatabase(pool)
  return [
    { table: 'attachment', from: createRowBlobs(db), to: attachments, bucket: bucketOf(named) },
    { table: 'upload_chunk', from: createSharedBlobs(db, named), to: uploads },
  ]
}

function foldersOf(file: string): { attachments: Blobs; uploads: Blobs } {
  return {
    attachments: createFolderBlobs(attachmentFolder(file)),
    uploads: createFolderBlobs(uploadFolder(file)),
  }
}

function bucketOf(named: Bucket | undefined): Blobs | undefined {
  return named && createS3Blobs(named)
}

function openDatabase(pool: Pool) {
  return openKysely(createPostgresDialect(pool), undefined)
}
