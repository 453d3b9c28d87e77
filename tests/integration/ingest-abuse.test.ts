import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { type ChildServer, startChildServer } from '#tests/support/servers/child-server.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

const MIB = 1024 * 1024
/** Above what it needs when idle: the limits for bodies and for what waits, and room for the collector. */
const RSS_ALLOWANCE_BYTES = 350 * MIB

let server: ChildServer
let store: Store
let directory: string
let restingRssBytes: number

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(directory, 'desk.sqlite')
  server = await startChildServer('ingest-server.ts', [file])
  store = await openSqliteStore({ file })
  restingRssBytes = await rssBytes()
})

afterAll(async () => {
  await server.kill()
  await store.close()
  await rm(directory, { recursive: true })
})

async function rssBytes(): Promise<number> {
  const response = await fetch(`${server.url}/memory`)
  return ((await response.json()) as { rssBytes: number }).rssBytes // the test server's own answer
}

async function send(
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
  key = server.publicKey,
) {
  const url = `${server.url}/api/1/envelope/?sentry_key=${key}`
  const response = await fetch(url, { method: 'POST', body, headers })
  return { status: response.status, detail: ((await response.json()) as { detail?: string }).detail }
}

const gzipped = { 'content-encoding': 'gzip' }

/** 10 MB of gzip that unpack to 10 GB. */
function aBomb() {
  const member = gzipSync(Buffer.alloc(10_000_000), { level: 9 })
  return new Uint8Array(Buffer.concat(Array.from({ length: 1_000 }, () => member)))
}

let events = 0
async function expectNextEventStored(): Promise<void> {
  const eventId = anEventId(++events)
  expect(await send(new Uint8Array(envelopeOf({ event_id: eventId, message: 'still here' })))).toMatchObject({
    status: 200,
  })
  const row = await store.db
    .selectFrom('event')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  expect(row).toBeDefined()
}

describe('the endpoint under abuse', () => {
  it.each([
    ['a wrong key', '{}\n', 403, 'Cannot accept envelope: its key is unknown or disabled', 'wrong'],
    ['a malformed header line', '{"event_id":\n', 400, 'Cannot read envelope header: it is not JSON'],
    [
      'a header line of 1 MiB',
      `{"a":"${'x'.repeat(MIB)}"}\n`,
      400,
      'Cannot read envelope header: it is longer than 8192 bytes',
    ],
    [
      'a length that lies',
      '{}\n{"type":"event","length":1000000}\n{}\n',
      400,
      'Cannot read item: its header says 1000000 bytes, but the envelope has only 3 left',
    ],
    [
      'an event of 2 MiB',
      `{}\n{"type":"event"}\n{"extra":{"a":"${'x'.repeat(2 * MIB)}"}}\n`,
      413,
      'Cannot read event: it is larger than 1048576 bytes',
    ],
    [
      'JSON nested 10,000 deep',
      `{}\n{"type":"event"}\n{"extra":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`,
      400,
      'Cannot read event: JSON is nested deeper than 64',
    ],
    ['a body of 45 MiB', 'x'.repeat(45 * MIB), 413, 'Cannot read body: it is larger than 41943040 bytes'],
  ])('refuses %s with a sentence', async (_name, body, status, detail, key?: string) => {
    expect(await send(body, {}, key)).toEqual({ status, detail })
    await expectNextEventStored()
  })

  it.each<[string, object]>([
    [
      '16 stacks of nothing but line breaks, in 1.4 kB',
      { exception: { values: Array(16).fill({ stacktrace: `${'\n'.repeat(31_999)}x` }) } },
    ],
    [
      '250 files of 4,080 slashes',
      {
        exception: {
          values: [{ stacktrace: { frames: Array(250).fill({ filename: `${'/'.repeat(4_080)}x` }) } }],
        },
      },
    ],
    [
      'a parameter of 400 kB that the message names 100,000 times',
      { logentry: { message: '%(a)s'.repeat(100_000), params: { a: { b: 'x'.repeat(400_000) } } } },
    ],
    [
      'a type that no text can be made of',
      { exception: { values: [{ type: { toString: 1 }, value: 'E: v\n    at pay (/srv/shop.js:1:2)' }] } },
    ],
  ])('stores an event with %s, and the next one', async (_name, event) => {
    expect(await send(new Uint8Array(gzipSync(envelopeOf(event))), gzipped)).toMatchObject({ status: 200 })
    await expectNextEventStored()
  })

  it('refuses a gzip that is cut off', async () => {
    const whole = gzipSync(envelopeOf({ message: 'x'.repeat(1_000) }))
    expect(await send(new Uint8Array(whole.subarray(0, -9)), gzipped)).toEqual({
      status: 400,
      detail: 'Cannot read body: it does not match its Content-Encoding or is truncated',
    })
    await expectNextEventStored()
  })

  it('unpacks a bomb up to the limit, and several at once too', async () => {
    const bomb = aBomb()
    expect(bomb.length).toBeGreaterThan(9_000_000)
    expect(await send(bomb, gzipped)).toEqual({
      status: 413,
      detail: 'Cannot read body: it decompresses to more than 250 times its size',
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(bomb, gzipped)))
    for (const { status } of answers) expect([413, 503]).toContain(status)
    expect((await rssBytes()) - restingRssBytes).toBeLessThan(RSS_ALLOWANCE_BYTES)
    await expectNextEventStored()
  })

  it('cuts off a body that never ends', async () => {
    const piece = Buffer.alloc(MIB, 'x')
    const sent = await new Promise<number>((resolve) => {
      let bytes = 0
      const endless = request(`${server.url}/api/1/envelope/?sentry_key=${server.publicKey}`, {
        method: 'POST',
      })
      const write = () => {
        bytes += piece.length
        endless.write(piece, (error) => (error ? resolve(bytes) : write()))
      }
      endless.on('response', (response) => response.resume())
      endless.on('error', () => resolve(bytes))
      write()
    })
    expect(sent).toBeLessThan(120 * MIB)
    await expectNextEventStored()
  })

  it('lives on when senders hang up', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const hungUp = request(`${server.url}/api/1/envelope/?sentry_key=${server.publicKey}`, {
          method: 'POST',
          headers: { 'content-length': '100000' },
        })
        const closed = new Promise((resolve) => hungUp.on('error', resolve))
        hungUp.write('{}\n', () => hungUp.destroy(new Error('hung up')))
        await closed
      }),
    )
    await expectNextEventStored()
  })

  it('stores markup as the text that it is', async () => {
    const text = '<script>alert(1)</script>'
    const eventId = anEventId(1_000_000)
    const event = { event_id: eventId, exception: [{ type: text, value: text }], tags: { [text]: text } }
    expect(await send(new Uint8Array(envelopeOf(event)))).toMatchObject({ status: 200 })
    const row = await store.db
      .selectFrom('event')
      .select(['value', 'block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    expect(row.value).toBe(text)
    expect(await getPayload(store.db, row)).toMatchObject({
      exception: { values: [{ value: text }] },
      tags: [[text, text]],
    })
  })

  it('keeps its memory below the limit', async () => {
    expect((await rssBytes()) - restingRssBytes).toBeLessThan(RSS_ALLOWANCE_BYTES)
  })
})
