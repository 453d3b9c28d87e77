import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BodyBounds, readBody } from '../../../../server/ingest/encoding.ts'

const BOUNDS = { bodyBytes: 10_000, envelopeBytes: 50_000 }

function read(body: Uint8Array, encoding?: string, bounds: BodyBounds = BOUNDS, pieceBytes = 700) {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < body.length; at += pieceBytes) pieces.push(body.subarray(at, at + pieceBytes))
  return readBody(Readable.from(pieces, { objectMode: false }), encoding, bounds)
}

const PACKERS = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZip', gzipSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
] as const

describe('readBody()', () => {
  it.each([undefined, '', 'identity', 'UTF-8', ' utf-8 '])('takes %j for no encoding', async (encoding) => {
    expect(Buffer.from(await read(Buffer.from('text'), encoding)).toString()).toBe('text')
  })

  it.each(['br', 'gzip, gzip', 'compress', 'snappy'])('refuses %j', async (encoding) => {
    const reading = read(brotliCompressSync('text'), encoding)
    await expect(reading).rejects.toMatchObject({
      status: 415,
      message: 'Cannot read body: its Content-Encoding is none of gzip, deflate, zstd and identity',
    })
  })

  it.each(PACKERS)('unpacks %s, whatever it holds', async (encoding, pack) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
        expect([...(await read(pack(bytes), encoding))]).toEqual([...bytes])
      }),
      { numRuns: 20 },
    )
  })

  it.each(PACKERS)('refuses %s that is cut off anywhere', async (encoding, pack) => {
    const packed = pack(Buffer.from(Array.from({ length: 300 }, (_, index) => index * index).join()))
    for (const end of [1, 5, 12, Math.floor(packed.length / 2), packed.length - 1]) {
      await expect(read(packed.subarray(0, end), encoding), `cut at ${end}`).rejects.toMatchObject({
        status: 400,
        message: 'Cannot read body: it is not what its Content-Encoding says, or it is cut off',
      })
    }
  })

  it.each(PACKERS)('refuses what is not %s', async (encoding) => {
    await expect(read(Buffer.from('{}\n{"type":"event"}\n{}'), encoding)).rejects.toMatchObject({
      status: 400,
    })
  })

  it.each(PACKERS)('stops unpacking %s at the limit', async (encoding, pack) => {
    const held: number[] = []
    const bomb = pack(Buffer.alloc(5_000_000))
    const reading = read(bomb, encoding, { ...BOUNDS, hold: (bytes) => held.push(bytes) })
    await expect(reading).rejects.toMatchObject({
      status: 413,
      message: 'Cannot read envelope: it is larger than 50000 bytes',
    })
    expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(50_000)
  })

  it('takes exactly as much as it may', async () => {
    expect(await read(Buffer.alloc(10_000))).toHaveLength(10_000)
    await expect(read(Buffer.alloc(10_001))).rejects.toMatchObject({ status: 413 })
    expect(await read(gzipSync(Buffer.alloc(50_000)), 'gzip')).toHaveLength(50_000)
    await expect(read(gzipSync(Buffer.alloc(50_001)), 'gzip')).rejects.toMatchObject({ status: 413 })
  })

  it('bounds what is sent, too', async () => {
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index * 31) % 251))
    const reading = read(gzipSync(noise, { level: 0 }), 'gzip')
    await expect(reading).rejects.toMatchObject({
      status: 413,
      message: 'Cannot read body: it is larger than 10000 bytes',
    })
  })

  it('joins gzip members', async () => {
    const members = Buffer.concat([gzipSync('a'), gzipSync('b')])
    expect(Buffer.from(await read(members, 'gzip')).toString()).toBe('ab')
  })

  it('gives bytes that have their buffer to themselves', async () => {
    for (const encoding of [undefined, 'gzip']) {
      const body = await read(encoding ? gzipSync('text') : Buffer.from('text'), encoding)
      expect(body.buffer.byteLength).toBe(body.byteLength)
    }
  })

  it.each([undefined, 'gzip'])('fails when the sender hangs up, with encoding %s', async (encoding) => {
    const source = new Readable({ read() {} })
    const reading = readBody(source, encoding, BOUNDS)
    source.push(gzipSync('text').subarray(0, 9))
    source.destroy()
    await expect(reading).rejects.toMatchObject({
      status: 400,
      message: 'Cannot read body: it ended too early',
    })
  })
})
