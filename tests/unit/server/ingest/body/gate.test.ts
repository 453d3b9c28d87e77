import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type BodyBounds, RefusedBody, readBody } from '#server/ingest/body/encoding.ts'

const bounds: BodyBounds = { bodyBytes: 1_000_000, envelopeBytes: 1_000_000, ratio: 250 }
const settled = () => new Promise(setImmediate)

/** A body whose first line waits to be judged. */
function read(encoding: string | undefined, judge: (line: string) => Promise<void>) {
  const source = new PassThrough({ highWaterMark: 10 })
  const seen: string[] = []
  const held = { bytes: 0 }
  const body = readBody(source, encoding, {
    ...bounds,
    hold: (bytes) => {
      held.bytes += bytes
    },
    head: {
      longestBytes: 20,
      judge: (line) => {
        seen.push(Buffer.from(line).toString())
        return judge(seen[0] ?? '')
      },
    },
  })
  return { source, body, seen, held }
}

describe('a body whose sender its first line names', () => {
  it.each([
    ['plain', undefined, (text: string) => Buffer.from(text)],
    ['packed', 'gzip', (text: string) => gzipSync(text)],
  ])('is read on when it is let in (%s)', async (_name, encoding, pack) => {
    const { source, body, seen } = read(encoding, settled as () => Promise<void>)
    source.end(pack('head\nrest\n'))
    expect(Buffer.from(await body).toString()).toBe('head\nrest\n')
    expect(seen).toEqual(['head'])
  })

  it('is not kept behind its first line before that', async () => {
    let letIn = () => {}
    const { source, body, held } = read(undefined, () => new Promise((resolve) => (letIn = resolve)))
    source.write('head\n')
    for (let piece = 0; piece < 5; piece++) source.write('0123456789')
    await settled()
    await settled()
    expect(held.bytes).toBeLessThanOrEqual(15)
    letIn()
    source.end()
    expect(await body).toHaveLength(55)
  })

  it('is judged by its beginning when the line does not end', async () => {
    const { source, body, seen } = read(undefined, async () => {})
    source.end('0123456789012345678901234567890')
    await body
    expect(seen).toEqual(['012345678901234567890'])
  })

  it('is refused when it is not let in, and read to its end', async () => {
    const { source, body } = read('gzip', () => Promise.reject(new RefusedBody(403, 'no')))
    source.end(gzipSync(`head\n${'rest'.repeat(1_000)}`))
    await expect(body).rejects.toThrow('no')
    await expect.poll(() => source.readableEnded).toBe(true)
  })

  it('is not judged when there is nothing of it', async () => {
    const { source, body, seen } = read(undefined, async () => {})
    source.end()
    expect(await body).toHaveLength(0)
    expect(seen).toEqual([])
  })
})
