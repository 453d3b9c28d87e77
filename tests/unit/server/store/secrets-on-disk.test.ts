import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { aLogContainer, withAttachment } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, toAttributes } from '#tests/support/builders/sample-traces.ts'
import { SAMPLE_COUNT, type Sample, sampleOf } from '#tests/support/fuzz/corpus.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { LOOK_ALIKES, secretTexts, secretValues } from '#tests/support/store/planted-secrets.ts'

const CANARY = 'c4n4ryS3cret'
/** Every notation is planted in one place after another: each kind of place sees each of them. */
const NOTATIONS = Object.values(secretTexts(CANARY))
const VALUES = Object.entries(secretValues(CANARY))
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${CANARY}.${CANARY}`
const BESIDE = 'k3ptB3side'

/** What samples of SDKs have no need of, but SDKs may send. */
const MORE = {
  logger: 'shop',
  logentry: { formatted: 'cart is empty', message: 'cart is %s', params: ['empty'] },
  dist: 'x',
  modules: { lib: '1' },
  fingerprint: ['cart'],
  threads: { values: [{ name: 'main', stacktrace: { frames: [{ function: 'f', vars: { a: '1' } }] } }] },
  user: {
    id: '1',
    email: 'ada@shop.example',
    username: 'ada',
    ip_address: '203.0.113.9',
    data: { plan: 'x' },
  },
  tags: [['shard', '1']],
  request: {
    method: 'POST',
    url: 'https://shop.example/cart',
    query_string: [['step', 'pay']],
    cookies: { a: 'b' },
    headers: [['Accept', 'x']],
    data: { cart: [{ item: 'x' }] },
    env: { HOME: '/root' },
  },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'no price',
        module: 'cart',
        mechanism: { type: 'generic', data: { function: 'f' } },
        stacktrace: {
          frames: [
            {
              function: 'f',
              module: 'cart',
              filename: 'cart.ts',
              abs_path: '/srv/cart.ts',
              context_line: 'x',
              pre_context: ['y'],
              post_context: ['z'],
              vars: { a: '1' },
            },
          ],
        },
      },
    ],
  },
  contexts: { trace: { data: { a: '1' } }, error: { digest: '123' }, cart: { state: 'x' } },
  breadcrumbs: [{ type: 'http', category: 'fetch', message: 'm', data: { url: '/x', list: [['a', 'b']] } }],
}

/** Lines of code, where names before values are variables': they are read for what has a form of its own. */
const CODE = /^(?:context_line|(?:pre|post)_context)$/
/** Of names of places, queries too. */
const PATH = /^(?:function|module|filename|abs_path)$/

it('no secret that was sent reaches the disk, wherever it stood', async () => {
  const { connection, file, writeBatch, close } = await openEventStore()
  onTestFinished(close)
  let planted = 0
  let batch: Parameters<typeof writeBatch>[0] = []
  const write = () => {
    writeBatch(batch, [])
    batch = []
  }
  for (const sample of [...samples(), richEvent()]) {
    for (const body of plantings(sample.body)) {
      // Each with ids of its own, or it would be taken for a repeat.
      const id = (++planted).toString(16).padStart(24, '0')
      const fresh = Buffer.from(Buffer.from(body).toString('utf8').replaceAll('0'.repeat(24), id))
      batch.push({ ...sample, body: fresh, projectId: 1, keyId: 1, receivedAt: 1_790_000_100_000 })
      if (batch.length === 100) write()
    }
  }
  write()
  expect(planted).toBeGreaterThan(800)
  const bytes = [...filesOf(dirname(file)), ...blobsOf(connection)]
  // Three of five places and more keep what stands there: the secrets were among it.
  const kept = bytes.reduce((sum, piece) => sum + piece.toString('latin1').split(BESIDE).length - 1, 0)
  expect(kept).toBeGreaterThan(planted / 2)
  const found = bytes.map((piece) => piece.toString('latin1')).find((text) => text.includes(CANARY))
  expect(found && around(found)).toBeUndefined()
})

it('what reads like a secret and is none reaches the disk as it was sent', async () => {
  const { connection, writeBatch, close } = await openEventStore()
  onTestFinished(close)
  const log = (body: string) => ({
    ...aLogContainer([body], { attributes: toAttributes({ same: body }) }),
  })
  const body = anEnvelopeOf(...LOOK_ALIKES.map(log))
  writeBatch([{ body, projectId: 1, keyId: 1, receivedAt: 1_790_000_100_000 }], [])
  const kept = blobsOf(connection)
    .map((piece) => piece.toString('utf8'))
    .join('\n')
  for (const text of LOOK_ALIKES) expect(kept).toContain(JSON.stringify(text).slice(1, -1))
})

it.each([
  ['UTF-16, little end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, big end first, without its mark', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ['Latin-1', (text: string) => Buffer.from(`ü ${text}`, 'latin1')],
  ['UTF-8 with a NUL', (text: string) => Buffer.from(`${text}\0`)],
])('no secret of a file in %s reaches the disk', async (_name, encode) => {
  const { connection, file, writeBatch, close } = await openEventStore()
  onTestFinished(close)
  const text = NOTATIONS.join(`\n${BESIDE}\n`).replaceAll('\0', ' ')
  const event = Buffer.from(sampleEnvelope(1, '1'.padEnd(32, '0')).trimEnd())
  const body = new Uint8Array(
    withAttachment(event, encode(text), { filename: 'a.log', content_type: 'text/plain' }),
  )
  writeBatch([{ body, projectId: 1, keyId: 1, receivedAt: 1_790_000_100_000 }], [])
  // Without NULs, texts of two bytes a character read like those of one.
  const bytes = [...filesOf(dirname(file)), ...blobsOf(connection)].map((piece) =>
    piece.toString('latin1').replaceAll('\0', ''),
  )
  expect(bytes.some((piece) => piece.includes(BESIDE))).toBe(true)
  expect(bytes.find((piece) => piece.includes(CANARY))).toBeUndefined()
})

function samples(): Sample[] {
  return Array.from({ length: SAMPLE_COUNT }, (_, number) => sampleOf(number))
}

function richEvent(): Sample {
  const envelope = sampleEnvelope(1, '1'.padEnd(32, '0')).split('\n')
  const event = { ...JSON.parse(envelope[2] ?? ''), ...MORE }
  const lines = Buffer.from([envelope[0], envelope[1], JSON.stringify(event)].join('\n'))
  const files = [
    [`{"password":"${CANARY}","x":"${BESIDE}"}`, 'state.json'],
    [NOTATIONS.map((text) => `- ${text}`).join(`\n${BESIDE}\n`), 'notations.txt'],
    [`${BESIDE}\nDB_PASSWORD=${CANARY}\nAuthorization: Bearer ${CANARY}\n${TOKEN}`, `${TOKEN}.log`],
  ] as const
  const body = files.reduce<Uint8Array>(
    (all, [text, filename]) =>
      withAttachment(all, Buffer.from(text), { filename, content_type: `x/${TOKEN}` }),
    lines,
  )
  return { name: 'rich event', format: 'envelope', body: new Uint8Array(body) }
}

/** The body with a secret in one place, for every place that there is; what is no JSON is left alone. */
function* plantings(body: Uint8Array): Iterable<Uint8Array> {
  const lines = Buffer.from(body).toString('utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const isPayload = line.startsWith('{') && !line.startsWith('{"type"')
    if (!isPayload) continue
    for (const planted of plantedIn(JSON.parse(line))) {
      yield Buffer.from([...lines.slice(0, index), planted, ...lines.slice(index + 1)].join('\n'))
    }
  }
}

function* plantedIn(root: unknown): Iterable<string> {
  for (const [holder, key, isCode] of places(root)) {
    const before = holder[key]
    const write = (value: unknown) => {
      holder[key] = value
      return JSON.stringify(root)
    }
    if (typeof before === 'string') {
      yield write(`${before} ${BESIDE} ${TOKEN}`)
      if (!isCode) yield write(`${before}?a=${BESIDE}&token=${CANARY}&x=1`)
      if (!isCode && !PATH.test(key))
        yield write(`${before} ${BESIDE} {"password":"${CANARY}","api_key": '${CANARY}'}`)
      if (!isCode && !PATH.test(key)) yield write(`${before} ${BESIDE}\n${nextNotation()}`)
    } else if (typeof before === 'object' && before !== null && !Array.isArray(before)) {
      yield write({
        ...before,
        password: CANARY,
        [TOKEN]: 1,
        more: { auth: { deep: [CANARY] } },
        beside: BESIDE,
      })
      yield write({
        ...before,
        headers: [['Cookie', CANARY]],
        more: [{ name: 'X-Api-Key', value: CANARY }],
        beside: BESIDE,
      })
      yield write({ ...before, beside: BESIDE, more: Object.fromEntries(VALUES) })
    }
    holder[key] = before
  }
}

let turn = 0

function nextNotation(): string {
  return NOTATIONS[turn++ % NOTATIONS.length] ?? ''
}

type Place = [holder: Record<string, unknown>, key: string, isCode: boolean]

function places(value: unknown, isCode = false): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown> // lists are read and written alike
  return Object.keys(holder).flatMap((key): Place[] => {
    const isCodeToo = isCode || CODE.test(key)
    return [[holder, key, isCodeToo], ...places(holder[key], isCodeToo)]
  })
}

function filesOf(directory: string): Buffer[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

/** Whatever is packed in the database, unpacked. */
function blobsOf(connection: DatabaseSync): Buffer[] {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all()
  return tables.flatMap(({ name }) =>
    connection
      .prepare(`select * from "${name}"`)
      .all()
      .flatMap((row) => Object.values(row))
      .filter((value) => value instanceof Uint8Array)
      .map(unpacked),
  )
}

function unpacked(data: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(data)
  } catch {
    return Buffer.from(data)
  }
}

function around(text: string): string {
  const at = text.indexOf(CANARY)
  return text.slice(Math.max(0, at - 200), at + 100)
}
