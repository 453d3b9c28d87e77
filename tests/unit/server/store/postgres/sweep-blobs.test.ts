import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import { openStore } from '#server/store/open-store.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { sweepBlobs } from '#server/store/postgres/blobs/sweep-blobs.ts'
import { saveChunk } from '#server/store/sourcemaps/upload-chunks.ts'
import { openPlace } from '#tests/support/blobs/each-place.ts'

async function open(kind: 'postgres' | 'noted') {
  const { place, connect, makeOld } = await openPlace(kind)
  const blobs = await connect()
  if (!('url' in place)) throw new Error('Cannot sweep: the place is no database')
  const store = await openStore({ place: place.url })
  onTestFinished(store.close)
  const bucket = 'bucket' in place ? createS3Blobs(place.bucket) : undefined
  return { store, blobs, bucket, makeOld, another: connect }
}

async function put(blobs: Blobs, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  await blobs.put({ sha256: hashOf(bytes), bytes })
  return hashOf(bytes)
}

function nameIt(store: Store, sha256: string) {
  return store.write((trx) =>
    trx
      .insertInto('attachment')
      .values({
        ...{ project_id: 1, event_id: 'e'.repeat(32), sha256, size_bytes: 3, received_at: 0 },
        ...{ filename: 'a.txt', content_type: null, attachment_type: 'event.attachment' },
      })
      .execute(),
  )
}

function nameChunk(store: Store, sha256: string) {
  const chunk = { token_id: 1, hash: 'c'.repeat(40), sha256, size_bytes: 5, created_at: 0 }
  return store.write((trx) => saveChunk(trx, chunk))
}

async function hashesIn(blobs: Blobs): Promise<string[]> {
  const hashes: string[] = []
  for await (const page of blobs.list()) hashes.push(...page.map(({ sha256 }) => sha256))
  return hashes
}

const sweep = (store: Store, bucket?: Blobs) =>
  store.db.transaction().execute((trx) => sweepBlobs(trx, { bucket }))

describe.each(['postgres', 'noted'] as const)('a sweep of blobs, place %s', (kind) => {
  it('deletes blobs that no row has named for an hour, with their bytes', async () => {
    const { store, blobs, bucket, makeOld } = await open(kind)
    const chunk = await put(blobs, 'chunk')
    await nameChunk(store, chunk)
    await makeOld(chunk)
    const [named, old, young] = [
      await put(blobs, 'named'),
      await put(blobs, 'old'),
      await put(blobs, 'young'),
    ]
    await nameIt(store, named)
    await makeOld(named)
    await makeOld(old)
    expect(await sweep(store, bucket)).toEqual({ deleted: 1, next: undefined })
    expect(await hashesIn(blobs)).toEqual([chunk, named, young].sort())
    expect(await blobs.open(old)).toBeUndefined()
    expect((await blobs.open(named))?.sizeBytes).toBe(5)
  })
})

describe('a sweep of a bucket', () => {
  it('deletes a few blobs in each slice, because its transaction waits for the bucket', async () => {
    const { store, blobs, bucket, makeOld } = await open('noted')
    const hashes: string[] = []
    for (const text of ['one', 'two', 'three', 'four', 'five']) hashes.push(await put(blobs, text))
    hashes.sort()
    for (const hash of hashes) await makeOld(hash)
    const sliceAfter = (start: string | undefined) =>
      store.db.transaction().execute((trx) => sweepBlobs(trx, { start, bucket, most: 10, mostDeleted: 2 }))
    expect(await sliceAfter(undefined)).toEqual({ deleted: 2, next: hashes[1] })
    expect(await sliceAfter(hashes[1])).toEqual({ deleted: 2, next: hashes[3] })
    expect(await sliceAfter(hashes[3])).toEqual({ deleted: 1, next: undefined })
    expect(await hashesIn(blobs)).toEqual([])
  })

  it('deletes rows from the time before the bucket, too', async () => {
    const { store, blobs, bucket, makeOld } = await open('noted')
    const sha256 = await put(createRowBlobs(store.db), 'earlier')
    expect((await blobs.open(sha256))?.sizeBytes).toBe(7)
    await makeOld(sha256)
    expect(await sweep(store, bucket)).toMatchObject({ deleted: 1 })
    expect(await blobs.open(sha256)).toBeUndefined()
  })
})

describe('a sweep of rows', () => {
  it('keeps blobs that are put again while it runs, and lets blobs that are put while it deletes follow it', async () => {
    const { store, blobs, makeOld, another } = await open('postgres')
    const sha256 = await put(blobs, 'old')
    await makeOld(sha256)
    const writer = await another()
    let putting: Promise<string> | undefined
    await store.db.transaction().execute(async (trx) => {
      expect(await sweepBlobs(trx)).toMatchObject({ deleted: 1 })
      putting = put(writer, 'old') // it waits for this transaction
    })
    await putting
    expect(await hashesIn(blobs)).toEqual([sha256])
    expect((await blobs.open(sha256))?.sizeBytes).toBe(3)
    expect(await sweep(store)).toMatchObject({ deleted: 0 })
  })

  it('continues where the last slice ended', async () => {
    const { store, blobs, makeOld } = await open('postgres')
    const hashes = [await put(blobs, 'one'), await put(blobs, 'two'), await put(blobs, 'three')].sort()
    for (const hash of hashes) await makeOld(hash)
    const sliceAfter = (start: string | undefined) =>
      store.db.transaction().execute((trx) => sweepBlobs(trx, { start, most: 2 }))
    expect(await sliceAfter(undefined)).toEqual({ deleted: 2, next: hashes[1] })
    expect(await sliceAfter(hashes[1])).toEqual({ deleted: 1, next: undefined })
    expect(await hashesIn(blobs)).toEqual([])
  })
})
