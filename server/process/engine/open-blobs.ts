import type { Config } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { rehearseBlobs } from '#server/store/blobs/rehearse-blobs.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { startUploads, type UploadOptions } from '#server/store/blobs/start-uploads.ts'
import { createUploadedBlobs } from '#server/store/blobs/uploaded-blobs.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'

interface OpenedBlobs {
  blobs: BlobReader
  closeUploads(): Promise<void>
}

/** Opens the places of attachments: the folder, and the bucket if BLOB_URL names one. */
export function openBlobs({
  config,
  ...rest
}: Pick<UploadOptions, 'store' | 'clock' | 'onFailure'> & { config: Config }): OpenedBlobs {
  const folder = createFolderBlobs(attachmentFolder(databaseFile(config.dataDir)))
  if (config.bucket === undefined) return { blobs: folder, closeUploads: async () => {} }
  const closing = new AbortController()
  const bucket = createS3Blobs(config.bucket, { closing: closing.signal })
  const uploads = startUploads({ ...rest, folder, bucket, closing })
  // The start does not wait: without the bucket, attachments stay in the folder.
  rehearseBlobs(bucket).catch((error: Error) => {
    if (!closing.signal.aborted)
      console.warn(`BLOB_URL does not work, so attachments stay in DATA_DIR: ${error.message}`)
  })
  return { blobs: createUploadedBlobs(folder, bucket), closeUploads: uploads.close }
}
