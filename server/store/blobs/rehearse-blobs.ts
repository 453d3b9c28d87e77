import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from './blobs.ts'

/** Puts a small blob, reads it, lists and deletes it: throws what is wrong with the place, the credentials or their rights. */
export async function rehearseBlobs(blobs: Blobs): Promise<void> {
  const bytes = new Uint8Array(randomBytes(32))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await inStep('store', blobs.put({ sha256, bytes }))
  const found = await inStep('read', blobs.open(sha256))
  if (found === undefined) throw new Error('Cannot read an attachment: what was stored is not there')
  await inStep('read', buffer(found.stream))
  await inStep('list', blobs.list()[Symbol.asyncIterator]().next())
  await inStep('delete', blobs.delete([sha256]))
}

async function inStep<T>(verb: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot ${verb} an attachment: ${message}`, { cause: error })
  }
}
