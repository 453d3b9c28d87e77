import { utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { startUploads } from '#server/store/blobs/start-uploads.ts'
import { sweepBucket, uploadBlobs } from '#server/store/blobs/upload-blobs.ts'
import { createUploadedBlobs } from '#server/store/blobs/uploaded-blobs.ts'
import { attachmentFolder, attachmentPath, hashOf } from '#server/store/maintenance/attachment-files.ts'
import { RECEIVED_AT, withAttachment } from '#tests/support/builders/sample-records.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const TWO_HOURS_S = 7200

async function open() {
  let now = Date.now()
  const { store, file, writeBatch, close } = await openEventStore()
  onTestFinished(close)
  const folder = createFolderBlobs(attachmentFolder(file))
  const bucketFolder = join(dirname(file), 'bucket')
  const bucket = createFolderBlobs(bucketFolder, () => now)
  const closing = new AbortController()
  let events = 0
  return {
    ...{ store, folder, bucket, closing, places: { db: store.db, folder, bucket, closing: closing.signal } },
    file: (sha256: string) => attachmentPath(attachmentFolder(file), sha256),
    makeOld: (sha256: string) => {
      const at = Date.now() / 1000 - TWO_HOURS_S
      utimesSync(attachmentPath(bucketFolder, sha256), at, at)
    },
    passTime: (ms: number) => {
      now += ms
    },
    clock: () => now,
    /** Stores an event with an attachment. */
    send(text: string): string {
      const bytes = new TextEncoder().encode(text)
      const eventId = String(++events).repeat(32)
      const body = withAttachment(new TextEncoder().encode(JSON.stringify({ event_id: eventId })), bytes)
      writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body }], [])
      return hashOf(bytes)
    },
  }
}

async function hashesIn(blobs: Blobs): Promise<string[]> {
  const hashes: string[] = []
  for await (const page of blobs.list()) hashes.push(...page.map(({ sha256 }) => sha256))
  return hashes
}

async function readText(blobs: Pick<Blobs, 'open'>, sha256: string): Promise<string | undefined> {
  const found = await blobs.open(sha256)
  return found && (await buffer(found.stream)).toString()
}

describe('uploads', () => {
  it('move attachments to the bucket, where they are read', async () => {
    const { places, folder, bucket, send } = await open()
    const hashes = [send('one'), send('two')]
    const blobs = createUploadedBlobs(folder, bucket)
    expect(await readText(blobs, hashes[0] ?? '')).toBe('one')
    expect(await uploadBlobs(places)).toEqual({ uploaded: 2, damaged: [] })
    expect(await hashesIn(folder)).toEqual([])
    expect(await hashesIn(bucket)).toEqual(hashes.sort())
    expect(await readText(blobs, hashes[0] ?? '')).toMatch(/^(one|two)$/)
    expect(await uploadBlobs(places)).toEqual({ uploaded: 0, damaged: [] })
  })

  it('leave what no row names, and what is damaged', async () => {
    const { places, folder, bucket, send, file } = await open()
    const damaged = send('a picture')
    writeFileSync(file(damaged), 'a p1cture')
    const bytes = new TextEncoder().encode('an orphan')
    await folder.put({ sha256: hashOf(bytes), bytes })
    expect(await uploadBlobs(places)).toEqual({ uploaded: 0, damaged: [damaged] })
    expect(await hashesIn(bucket)).toEqual([])
    expect(await hashesIn(folder)).toEqual([damaged, hashOf(bytes)].sort())
  })

  it('keep a file that the bucket does not take', async () => {
    const { places, folder, bucket, send } = await open()
    const sha256 = send('a picture')
    const broken = { ...bucket, put: () => Promise.reject(new Error('no connection')) }
    await expect(uploadBlobs({ ...places, bucket: broken })).rejects.toThrow('no connection')
    expect(await hashesIn(folder)).toEqual([sha256])
    expect(await uploadBlobs(places)).toEqual({ uploaded: 1, damaged: [] })
  })

  it('sweep what no row has named for an hour', async () => {
    const { places, bucket, send, makeOld } = await open()
    const kept = send('kept')
    await uploadBlobs(places)
    for (const text of ['old', 'young']) {
      const bytes = new TextEncoder().encode(text)
      await bucket.put({ sha256: hashOf(bytes), bytes })
    }
    const [old, young] = ['old', 'young'].map((text) => hashOf(new TextEncoder().encode(text)))
    makeOld(kept)
    makeOld(old ?? '')
    expect(await sweepBucket(places)).toBe(1)
    expect(await hashesIn(bucket)).toEqual([kept, young].sort())
  })

  it('begin once the place is the desk’s, sweep every six hours, and stop with the desk', async () => {
    const { store, folder, bucket, closing, send, makeOld, passTime, clock } = await open()
    const owners: string[] = []
    const claim = async (deskId: string) => void owners.push(deskId)
    const failures: unknown[] = []
    const onFailure = (thrown: unknown) => failures.push(thrown)
    const uploads = startUploads({ store, folder, bucket: { ...bucket, claim }, closing, clock, onFailure })
    const sha256 = send('a picture')
    await uploads.runOnce()
    await uploads.runOnce()
    expect(owners).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(await hashesIn(bucket)).toEqual([sha256])
    await store.write((trx) => trx.deleteFrom('attachment').execute())
    makeOld(sha256)
    await uploads.runOnce()
    expect(await hashesIn(bucket)).toEqual([sha256])
    passTime(6 * 3_600_000)
    await uploads.runOnce()
    expect(await hashesIn(bucket)).toEqual([])
    await uploads.close()
    expect(closing.signal.aborted).toBe(true)
    expect(failures).toEqual([])
  })
})
