import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BodyBounds, readBody } from '#server/ingest/body/encoding.ts'

const BOUNDS = { bodyBytes: 10_000, envelopeBytes: 50_000, ratio: 250 }

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
  ['deflate', deflateRawSync], // without its wrapper, as some senders understand the name
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
      message: 'Cannot read body: its Content-Encoding is not gzip, deflate, zstd or identity',
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
        message: 'Cannot read body: it does not match its Content-Encoding or is truncated',
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

  it('bounds what comes out by what was sent, once it is much', async () => {
    const wide = { bodyBytes: 10_000_000, envelopeBytes: 10_000_000, ratio: 100 }
    const blanks = Buffer.alloc(3_000_000, ' ')
    for (const [encoding, pack] of PACKERS) {
      expect(await read(pack(blanks.subarray(0, 1_000_000)), encoding, wide)).toHaveLength(1_000_000)
      await expect(read(pack(blanks), encoding, wide)).rejects.toMatchObject({
        status: 413,
        message: 'Cannot read body: it decompresses to more than 100 times its size',
      })
    }
    const noise = randomBytes(3_000_000)
    expect(await read(gzipSync(noise), 'gzip', wide, 60_000)).toHaveLength(3_000_000)
  })

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)('joins what %s packed in parts, however it comes', async (encoding, pack) => {
    const parts = Buffer.concat([pack('a'), pack(''), pack('bc'), pack('d')])
    for (let pieceBytes = 1; pieceBytes <= parts.length; pieceBytes++) {
      const joined = await read(parts, encoding, BOUNDS, pieceBytes)
      expect(Buffer.from(joined).toString()).toBe('abcd')
    }
  })

  it('joins no more than a hundred frames of zstd', async () => {
    const frames = (count: number) =>
      Buffer.concat(Array.from({ length: count }, () => zstdCompressSync('a')))
    expect(await read(frames(100), 'zstd', BOUNDS, 10_000)).toHaveLength(100)
    await expect(read(frames(101), 'zstd', BOUNDS, 10_000)).rejects.toMatchObject({
      status: 400,
      message: 'Cannot read body: trailing data after the compressed body',
    })
  })

  it.each(PACKERS)('refuses %s with something behind it', async (encoding, pack) => {
    for (const tail of ['garbage', '\0\0\0']) {
      for (const pieceBytes of [1, 3, 700]) {
        const body = Buffer.concat([pack('a'), Buffer.from(tail)])
        await expect(read(body, encoding, BOUNDS, pieceBytes)).rejects.toMatchObject({ status: 400 })
      }
    }
  })

  it.each(PACKERS)('lets the sender finish after it refused %s', async (encoding, pack) => {
    const noise = randomBytes(1_000_000)
    for (const body of [pack(noise), Buffer.concat([pack('a'), noise]), noise]) {
      const pieces = Array.from({ length: Math.ceil(body.length / 9_000) }, (_, index) =>
        body.subarray(index * 9_000, (index + 1) * 9_000),
      )
      const source = Readable.from(pieces, { objectMode: false })
      const ended = new Promise((resolve) => source.once('end', resolve))
      await expect(readBody(source, encoding, { ...BOUNDS, bodyBytes: 9_000_000 })).rejects.toThrow('Cannot')
      await ended
    }
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
