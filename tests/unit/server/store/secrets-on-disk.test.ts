import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { openEventStore } from '../../../support/event-store.ts'
import { SAMPLE_COUNT, type Sample, sampleOf } from '../../../support/fuzz/corpus.ts'
import { sampleEnvelope } from '../../../support/sample-events.ts'
import { withAttachment } from '../../../support/sample-records.ts'

const CANARY = 'c4n4ryS3cret'
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

function samples(): Sample[] {
  return Array.from({ length: SAMPLE_COUNT }, (_, number) => sampleOf(number))
}

function richEvent(): Sample {
  const envelope = sampleEnvelope(1, '1'.padEnd(32, '0')).split('\n')
  const event = { ...JSON.parse(envelope[2] ?? ''), ...MORE }
  const lines = Buffer.from([envelope[0], envelope[1], JSON.stringify(event)].join('\n'))
  const files = [
    [`{"password":"${CANARY}","x":"${BESIDE}"}`, 'state.json'],
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
    }
    holder[key] = before
  }
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
