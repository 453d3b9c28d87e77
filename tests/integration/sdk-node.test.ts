import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { someOf } from '#tests/support/run/doses.ts'
import { openSdkInbox, type SdkInbox } from '#tests/support/store/sdk-inbox.ts'

interface Sdk {
  version: number
  /** As `traceLifecycle`: streamed spans are version 11's default, transactions all that older ones have. */
  lifecycle?: 'static'
  sends: ('feedback' | 'log' | 'metric' | 'client report')[]
  /** What it sent was recorded: older versions would bring up to 20,000 files each into every installation. */
  isRecorded?: true
}

const SDKS: Sdk[] = [
  { version: 7, isRecorded: true, sends: [] },
  { version: 8, isRecorded: true, sends: ['feedback', 'client report'] },
  { version: 9, isRecorded: true, sends: ['feedback', 'log', 'client report'] },
  { version: 10, isRecorded: true, sends: ['feedback', 'log', 'metric', 'client report'] },
  { version: 11, sends: ['feedback', 'log', 'metric', 'client report'] },
  { version: 11, lifecycle: 'static', sends: ['feedback', 'log', 'metric', 'client report'] },
]

const fixtures = join(repositoryRoot, 'tests', 'fixtures', 'sdk-matrix')
const ways = ['dsn', 'tunnel'] as const
const cases = SDKS.flatMap((sdk) => ways.map((way) => ({ ...sdk, way })))

describe.each(someOf(cases, 2))(
  '@sentry/node $version ($lifecycle) by its $way',
  ({ version, lifecycle, sends, isRecorded, way }) => {
    let inbox: SdkInbox
    let printed: string
    let outcomes: Record<string, number>

    beforeAll(async () => {
      inbox = await openSdkInbox()
      const { dsn, tunnel } = inbox.ways[way]
      printed = isRecorded
        ? await sendRecorded(version, way, inbox.url)
        : await runApp({
            SDK_VERSION: String(version),
            SENTRY_DSN: dsn,
            ...(tunnel === undefined ? {} : { SENTRY_TUNNEL: tunnel }),
            ...(lifecycle === undefined ? {} : { TRACE_LIFECYCLE: lifecycle }),
          })
      outcomes = await inbox.outcomes()
    })

    afterAll(() => inbox.close())

    const printedId = (name: string) => new RegExp(`^${name} (\\w+)$`, 'm').exec(printed)?.[1]
    const isStreamed = version === 11 && lifecycle === undefined

    it('is answered 200 to all that it sends', () => {
      const path = way === 'tunnel' ? '/tunnel' : '/api/1/envelope/'
      expect(inbox.requests.length).toBeGreaterThan(5)
      expect(new Set(inbox.requests.map(({ path, status }) => `${status} ${path}`))).toEqual(
        new Set([`200 ${path}`]),
      )
    })

    it('has each item in one outcome', () => {
      const { 'session accepted': sessions, 'span accepted': spans, ...rest } = outcomes
      const counts = Object.entries(rest).filter(([name]) => !name.includes('client_discard'))
      expect(Object.fromEntries(counts)).toEqual({
        'error accepted': 3,
        'attachment accepted': 1,
        'monitor accepted': 2,
        ...(isStreamed ? {} : { 'transaction accepted': expect.any(Number) }),
        ...(sends.includes('feedback') ? { 'feedback accepted': 1 } : {}),
        ...(sends.includes('log') ? { 'log_item accepted': 1 } : {}),
        ...(sends.includes('metric') ? { 'trace_metric accepted': 3 } : {}),
        ...(sends.includes('client report') ? { 'internal accepted': expect.any(Number) } : {}),
        // statsd, which its successor has no name for
        ...(version === 8 ? { 'default filtered unsupported': 1 } : {}),
      })
      expect(sessions).toBeGreaterThanOrEqual(3)
      expect(spans).toBeGreaterThanOrEqual(2)
      expect(outcomes['error client_discard before_send']).toBe(
        sends.includes('client report') ? 1 : undefined,
      )
    })

    it('brings errors and messages', async () => {
      const events = await inbox.events()
      expect(events.map(({ event_id }) => event_id)).toContain(printedId('message'))
      const error = events.find(({ event_id }) => event_id === printedId('error'))
      expect(error).toMatchObject({
        release: 'shop@1.4.2',
        environment: 'staging',
        platform: 'node',
        user: { id: '8812' },
        tags: expect.arrayContaining([['checkout', 'express']]),
        breadcrumbs: {
          values: expect.arrayContaining([expect.objectContaining({ message: 'added TR-42-BLK' })]),
        },
        ingestion_warnings: isRecorded ? expect.any(Array) : [], // of its clock, which stood still
      })
      expect(error?.exception.values).toMatchObject([
        { type: 'TypeError', value: 'no total' },
        { type: 'Error', value: 'Cannot check out', mechanism: { handled: true } },
      ])
      expect(error?.exception.values.at(-1)?.stacktrace?.frames.at(-1)?.filename).toMatch(/app\.mjs$/)
      const message = events.find(({ event_id }) => event_id === printedId('message'))
      expect([message?.message, message?.level]).toEqual(['the cart is empty', 'warning'])
      const thrown = events.find(
        ({ event_id }) => ![printedId('message'), printedId('error')].includes(event_id),
      )
      expect(thrown?.exception.values.map(({ value }) => value) ?? []).toEqual(['a text, thrown'])
    })

    it('brings its trace', async () => {
      const spans = await inbox.spans()
      const segment = spans.find(({ name }) => name === 'GET /cart')
      expect(segment).toMatchObject({
        op: 'http.server',
        isSegment: true,
        status: 'ok',
        release: 'shop@1.4.2',
        environment: 'staging',
      })
      expect(spans.find(({ name }) => name === 'select * from cart')).toMatchObject({
        op: 'db',
        isSegment: false,
        traceId: segment?.traceId,
        parentSpanId: segment?.spanId,
      })
    })

    it('brings check-ins, sessions and files', async () => {
      const [checkIn, ...others] = await inbox.checkIns()
      expect(others).toEqual([])
      expect(checkIn).toMatchObject({ slug: 'nightly', status: 'ok', durationMs: 2_000 })
      expect(checkIn?.config).toContain('0 3 * * *')
      const healthy = { health: 'healthy', release: 'shop@1.4.2', environment: 'staging' }
      expect(await inbox.sessions()).toEqual([healthy, healthy]) // one of its own, one that was started
      expect(await inbox.attachments()).toEqual([
        {
          eventId: printedId('error'),
          filename: 'cart.json',
          contentType: 'application/json',
          sizeBytes: 12,
        },
      ])
    })

    it('brings feedback, logs and metrics, if it can', async () => {
      expect(await inbox.feedback()).toMatchObject(
        sends.includes('feedback')
          ? [{ message: 'The button does nothing', name: 'Ada', email: 'ada@example.test' }]
          : [],
      )
      expect(await inbox.logs()).toMatchObject(
        sends.includes('log')
          ? [{ level: 'warn', body: 'the cart has 0 lines', release: 'shop@1.4.2', attributes: { cart: 7 } }]
          : [],
      )
      expect(await inbox.metrics()).toEqual(
        sends.includes('metric')
          ? [
              { name: 'orders', type: 'counter', value: 2, unit: '', release: 'shop@1.4.2' },
              { name: 'queue', type: 'gauge', value: 5, unit: '', release: 'shop@1.4.2' },
              {
                name: 'latency',
                type: 'distribution',
                value: 12.5,
                unit: 'millisecond',
                release: 'shop@1.4.2',
              },
            ]
          : [],
      )
    })
  },
)

interface Recorded {
  version: number
  way: string
  printed: string
  requests: { path: string; body: string }[]
}

/** Sends what record-node.mjs has recorded, one request after the other, and gives what the application had printed. */
async function sendRecorded(version: number, way: string, url: string): Promise<string> {
  const lines = await readFile(join(fixtures, 'sent-by-node.jsonl'), 'utf8')
  const all = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded) // by our own script
  const recorded = all.find((each) => each.version === version && each.way === way)
  if (recorded === undefined) throw new Error(`Cannot send as version ${version}: nothing is recorded`)
  for (const { path, body } of recorded.requests) await fetch(`${url}${path}`, { method: 'POST', body })
  return recorded.printed
}

/** In a process of its own: versions share globals. */
async function runApp(env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(fixtures, 'app.mjs')], {
    env: { PATH: process.env.PATH, ...compileCache, ...env },
  })
  return stdout
}
