import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import { uploadLimits } from './upload-limits.ts'

/** Writes blobs into one file, one after another. A blob that is missing is `undefined`. */
export async function joinBlobs(
  blobs: BlobReader,
  hashes: readonly (string | undefined)[],
  path: string,
): Promise<{ sha1: string } | { refusal: string }> {
  const hash = createHash('sha1')
  const file = await open(path, 'w', 0o600)
  let sizeBytes = 0
  try {
    for (const sha256 of hashes) {
      const blob = sha256 === undefined ? undefined : await blobs.open(sha256)
      if (blob === undefined) return { refusal: 'a part of it is missing. Upload it again' }
      sizeBytes += blob.sizeBytes
      if (sizeBytes > uploadLimits.bundleBytes) {
        blob.stream.destroy()
        return { refusal: 'the bundle is larger than 512 MiB' }
      }
      for await (const bytes of blob.stream) {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
    }
  } finally {
    await file.close()
  }
  return { sha1: hash.digest('hex') }
}
