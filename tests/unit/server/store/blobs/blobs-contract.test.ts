import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Blobs, StoredBlob } from '#server/store/blobs/blobs.ts'
import { rehearseBlobs } from '#server/store/blobs/rehearse-blobs.ts'
import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import { openPlace, PLACES } from '#tests/support/blobs/each-place.ts'
import { killWhilePutting } from '#tests/support/blobs/kill-while-putting.ts'
import { bytesOf } from '#tests/support/blobs/sample-bytes.ts'
import { doseOf } from '#tests/support/run/doses.ts'

const MIB = 2 ** 20
const HOUR_MS = 3_600_000

function aBlob(size: number) {
  const bytes = bytesOf(size)
  return { sha256: hashOf(bytes), bytes }
}

/** Returns the hash of the bytes that are read; undefined if there is no blob. */
async function read(blobs: Blobs, sha256: string): Promise<string | undefined> {
  const found = await blobs.open(sha256)
  if (found === undefined) return undefined
  const bytes = await buffer(found.stream)
  expect(bytes.length).toBe(found.sizeBytes)
  return hashOf(bytes)
}

async function listed(blobs: Blobs): Promise<StoredBlob[]> {
  const all: StoredBlob[] = []
  for await (const page of blobs.list()) all.push(...page)
  return all
}

describe.each(PLACES)('blobs in a place of kind "%s"', (kind) => {
  it('do not exist at first, and deleting one that does not exist succeeds', async () => {
    const blobs = await (await openPlace(kind)).connect()
    expect(await listed(blobs)).toEqual([])
    expect(await blobs.open('a'.repeat(64))).toBeUndefined()
    await blobs.delete(['a'.repeat(64)])
    await blobs.delete([])
    await rehearseBlobs(blobs)
    expect(await listed(blobs)).toEqual([])
  })

  it.each([0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB, doseOf('blobBytes')])(
    'are read as they were put, %i bytes',
    async (size) => {
      const place = await openPlace(kind)
      const [writer, reader] = [await place.connect(), await place.connect()]
      const blob = aBlob(size)
      await writer.put(blob)
      await writer.put(blob)
      expect(await read(reader, blob.sha256)).toBe(blob.sha256)
      expect((await listed(reader)).map(({ sha256 }) => sha256)).toEqual([blob.sha256])
    },
  )

  it('may be put by two writers at once', async () => {
    const place = await openPlace(kind)
    const [one, other] = [await place.connect(), await place.connect()]
    const blob = aBlob(5 * MIB)
    await Promise.all([one.put(blob), other.put(blob), one.put(blob), other.put(blob)])
    expect(await read(other, blob.sha256)).toBe(blob.sha256)
    expect(await listed(one)).toHaveLength(1)
  })

  it('are listed in the order of their hashes, and are deleted by them', async () => {
    const blobs = await (await openPlace(kind)).connect()
    const all = [3, 4, 5, 6, 7].map(aBlob)
    for (const blob of all) await blobs.put(blob)
    const hashes = all.map(({ sha256 }) => sha256).sort()
    expect((await listed(blobs)).map(({ sha256 }) => sha256)).toEqual(hashes)
    await blobs.delete(hashes.slice(1, 3))
    expect((await listed(blobs)).map(({ sha256 }) => sha256)).toEqual([hashes[0], ...hashes.slice(3)])
    expect(await blobs.open(hashes[1] ?? '')).toBeUndefined()
    expect(await read(blobs, hashes[0] ?? '')).toBe(hashes[0])
  })

  it('have the age 0 after they are put again', async () => {
    const place = await openPlace(kind)
    const blobs = await place.connect()
    const blob = aBlob(10)
    const ageMs = async () => (await listed(blobs))[0]?.ageMs
    await blobs.put(blob)
    expect(await ageMs()).toBeLessThan(HOUR_MS)
    await place.makeOld(blob.sha256)
    expect(await ageMs()).toBeGreaterThan(HOUR_MS)
    await blobs.put(blob)
    expect(await ageMs()).toBeLessThan(HOUR_MS)
  })

  it('are read whole, or with an error, if they are deleted while they are read', async () => {
    const blobs = await (await openPlace(kind)).connect()
    const blob = aBlob(8 * MIB)
    await blobs.put(blob)
    const found = await blobs.open(blob.sha256)
    await blobs.delete([blob.sha256])
    const bytes = await buffer(found?.stream ?? Readable.from([])).catch((error: Error) => error.message)
    expect(typeof bytes === 'string' ? bytes : hashOf(bytes)).toMatch(
      new RegExp(`^${blob.sha256}$|it was deleted meanwhile|its bytes are damaged`), // by when it ended
    )
    await blobs.put(blob)
    expect(await read(blobs, blob.sha256)).toBe(blob.sha256)
  })

  it('exist as a whole or not at all if the writer is killed', async () => {
    const place = await openPlace(kind)
    const blobs = await place.connect()
    const blob = aBlob(50 * MIB)
    for (let kill = 0; kill < doseOf('killedPuts'); kill++) {
      const isDone = await killWhilePutting(place.place, blob.bytes.length, kill * 40)
      const hash = await read(blobs, blob.sha256)
      if (isDone) expect(hash).toBe(blob.sha256)
      else expect([undefined, blob.sha256]).toContain(hash)
      await blobs.put(blob)
      expect(await read(blobs, blob.sha256)).toBe(blob.sha256)
      await blobs.delete([blob.sha256])
    }
  }, 300_000) // the long dose kills it twenty times

  it('are refused under a name that is not a hash', async () => {
    const blobs = await (await openPlace(kind)).connect()
    await expect(blobs.open('../desk.sqlite')).rejects.toThrow('is not a SHA-256')
    await expect(blobs.put({ sha256: 'A'.repeat(64), bytes: new Uint8Array() })).rejects.toThrow(
      'is not a SHA-256',
    )
    await expect(blobs.delete(['..'])).rejects.toThrow('is not a SHA-256')
  })
})
