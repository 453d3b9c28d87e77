import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { rehearseBlobs } from '#server/store/blobs/rehearse-blobs.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import type { S3Options } from '#server/store/blobs/s3/s3-client.ts'
import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import { type Fault, startS3Server } from '#tests/support/blobs/s3-server.ts'

const SOON: S3Options = { pauseMs: 1, patienceMs: 10_000 }

async function open({ faults = [] as Fault[], pageSize = 1000, options = SOON } = {}) {
  const server = await startS3Server({ faults, pageSize })
  onTestFinished(server.close)
  return { ...server, blobs: createS3Blobs(server.bucket, options) }
}

function aBlob(text: string) {
  const bytes = new TextEncoder().encode(text)
  return { sha256: hashOf(bytes), bytes }
}

async function readText(blobs: Blobs, sha256: string): Promise<string | undefined> {
  const found = await blobs.open(sha256)
  return found && (await buffer(found.stream)).toString()
}

describe('blobs in a bucket', () => {
  it('are stored, read, listed and deleted, with signatures that AWS’s own code computes too', async () => {
    const { blobs, objects } = await open()
    const blob = aBlob('a picture')
    await blobs.put(blob)
    await blobs.put(blob)
    expect([...objects.keys()]).toEqual([`desk/${blob.sha256}`])
    expect((await blobs.open(blob.sha256))?.sizeBytes).toBe(9)
    expect(await readText(blobs, blob.sha256)).toBe('a picture')
    await blobs.delete([blob.sha256, 'a'.repeat(64)])
    expect(objects.size).toBe(0)
    expect(await blobs.open(blob.sha256)).toBeUndefined()
    await rehearseBlobs(blobs)
    expect(objects.size).toBe(0)
  })

  it('are read as they are when they are empty, or 32 MiB', async () => {
    const { blobs } = await open()
    const empty = aBlob('')
    await blobs.put(empty)
    expect(await readText(blobs, empty.sha256)).toBe('')
    const bytes = new Uint8Array(32 * 2 ** 20).fill(7)
    const sha256 = hashOf(bytes)
    await blobs.put({ sha256, bytes })
    const found = await blobs.open(sha256)
    expect(found && hashOf(await buffer(found.stream))).toBe(sha256)
  })

  it('are listed over pages, with their ages, and without what is no blob', async () => {
    const { blobs, objects } = await open({ pageSize: 2 })
    const hashes = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(64))
    for (const hash of hashes) objects.set(`desk/${hash}`, { bytes: Buffer.from(''), putAt: 0 })
    objects.set('desk/4-note', { bytes: Buffer.from(''), putAt: 0 })
    const sizes: number[] = []
    const listed: string[] = []
    for await (const page of blobs.list()) {
      sizes.push(page.length)
      for (const { sha256, ageMs } of page) {
        listed.push(sha256)
        expect(ageMs).toBeGreaterThan(1e12)
      }
    }
    expect(listed).toEqual(hashes)
    expect(sizes).toEqual([2, 1, 2])
  })

  it('belong to the desk that came first', async () => {
    const { blobs } = await open()
    await blobs.claim('this desk')
    await blobs.claim('this desk')
    await expect(blobs.claim('that desk')).rejects.toThrow(
      'Cannot use s3://files/desk: another desk uses it; name another prefix in BLOB_URL',
    )
  })
})

describe('a bucket that fails', () => {
  it('is asked five times when it has errors', async () => {
    const { blobs, objects, requests } = await open({ faults: new Array(9).fill('error') })
    const blob = aBlob('a picture')
    await expect(blobs.put(blob)).rejects.toThrow(
      's3://files/desk: InternalError (500): It is InternalError.',
    )
    expect(requests).toHaveLength(5)
    await blobs.put(blob)
    expect(requests).toHaveLength(10)
    expect(objects.size).toBe(1)
  })

  it('is asked again when it is busy or silent', async () => {
    const { blobs } = await open({ faults: ['busy', 'hang'], options: { pauseMs: 1, patienceMs: 200 } })
    const blob = aBlob('a picture')
    await blobs.put(blob)
    expect(await readText(blobs, blob.sha256)).toBe('a picture')
  })

  it('is given up when it is silent', async () => {
    const faults: Fault[] = new Array(5).fill('hang')
    const { blobs } = await open({ faults, options: { pauseMs: 1, patienceMs: 20 } })
    await expect(blobs.open('a'.repeat(64))).rejects.toThrow(
      's3://files/desk does not answer, after 5 attempts: no answer within 1 s',
    )
  })

  it('is named when nobody listens', async () => {
    const { blobs, close } = await open()
    await close()
    await expect(blobs.put(aBlob('a picture'))).rejects.toThrow(
      /^s3:\/\/files\/desk does not answer, after 5 attempts: connect ECONNREFUSED/,
    )
  })

  it.each(['cut', 'other bytes'] as const)(
    'ends the stream with an error after an answer with %s',
    async (fault) => {
      const { blobs } = await open({ faults: ['none', fault] })
      const blob = aBlob('a picture'.repeat(1000))
      await blobs.put(blob)
      const found = await blobs.open(blob.sha256)
      expect(found?.sizeBytes).toBe(9000)
      let read = 0
      const reading = (async () => {
        for await (const chunk of found?.stream ?? []) read += (chunk as Buffer).length // it is a stream of bytes
      })()
      await expect(reading).rejects.toThrow(fault === 'cut' ? 'terminated' : 'its bytes are damaged')
      expect(read).toBeLessThan(9000)
    },
  )

  it('is asked once when it refuses', async () => {
    const { bucket, requests, blobs } = await open()
    const stranger = { ...bucket, credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'wrong' } }
    await expect(rehearseBlobs(createS3Blobs(stranger, SOON))).rejects.toThrow(
      'Cannot store an attachment: s3://files/desk: SignatureDoesNotMatch (403): It is SignatureDoesNotMatch.',
    )
    expect(requests).toHaveLength(1)
    const elsewhere = { ...bucket, url: bucket.url.replace('files', 'none') }
    await expect(createS3Blobs(elsewhere, SOON).open('a'.repeat(64))).rejects.toThrow('NoSuchBucket (404)')
    await expect(blobs.put({ ...aBlob('a picture'), sha256: 'a'.repeat(64) })).rejects.toThrow(
      'BadDigest (400)',
    )
    await expect(blobs.open('../desk.sqlite')).rejects.toThrow('is not a SHA-256')
  })

  it('is not asked any more when the desk stops', async () => {
    const closing = new AbortController()
    const faults: Fault[] = new Array(5).fill('hang')
    const { blobs, requests } = await open({ faults, options: { ...SOON, closing: closing.signal } })
    const asked = blobs.put(aBlob('a picture'))
    closing.abort(new Error('the desk stops'))
    await expect(asked).rejects.toThrow('the desk stops')
    expect(requests.length).toBeLessThan(2)
  })
})
