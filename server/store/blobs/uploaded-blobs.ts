import type { BlobReader } from './blobs.ts'

/** What was not uploaded yet is in the folder. A blob leaves it after its upload, so one of both always has it. */
export function createUploadedBlobs(folder: BlobReader, bucket: BlobReader): BlobReader {
  return { open: async (sha256) => (await folder.open(sha256)) ?? (await bucket.open(sha256)) }
}
