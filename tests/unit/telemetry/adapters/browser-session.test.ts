// @vitest-environment happy-dom
import * as Sentry from 'sentry-browser-11'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { categoryOf, countItem, type TelemetryAdapter, type TelemetryItem } from '#telemetry/adapter.ts'
import { type BrowserSessionOptions, withSession } from '#telemetry/adapters/browser-session.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { createReporter } from '#telemetry/transport/reporter.ts'
import type { BrowserSession } from '#telemetry/transport/session-items.ts'
import { anEvent } from '#tests/support/builders/telemetry-items.ts'

const release = 'shop@1'
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const first = {
  sid: expect.stringMatching(/^[0-9a-f]{32}$/),
  init: true,
  started: expect.stringMatching(iso),
  timestamp: expect.stringMatching(iso),
  status: 'ok',
  errors: 0,
  attrs: { release, environment: 'production', user_agent: navigator.userAgent },
}

/** What a page does; each step is over before the next one. */
interface Page {
  load(): Promise<void>
  fail(message: string, handled: boolean): Promise<void>
  sessions(): unknown[]
}

const history: ((page: Page) => Promise<void>)[] = [
  (page) => page.load(),
  async () => window.history.pushState({}, '', '/cart'),
  (page) => page.fail('handled', true),
  (page) => page.fail('handled again', true),
  (page) => page.fail('unhandled', false),
  (page) => page.fail('unhandled again', false),
]

/** How many sessions were told of after each step, and all of them as they went out. */
async function run(page: Page): Promise<{ counts: number[]; sessions: unknown[] }> {
  const counts: number[] = []
  for (const step of history) {
    await step(page)
    counts.push(page.sessions().length)
  }
  return { counts, sessions: JSON.parse(JSON.stringify(page.sessions())) }
}

function sentryPage(): Page {
  const sessions: unknown[] = []
  return {
    sessions: () => sessions,
    async load() {
      Sentry.init({
        dsn: 'https://abc@errors.example/1',
        dataCollection: { userInfo: false },
        release,
        defaultIntegrations: false,
        integrations: [Sentry.browserSessionIntegration()],
        transport: () => ({
          async send([, items]) {
            for (const [{ type }, payload] of items) if (type === 'session') sessions.push(payload)
            return { statusCode: 200 }
          },
          flush: async () => true,
        }),
      })
      await vi.waitFor(() => expect(sessions).toHaveLength(1))
    },
    async fail(message, handled) {
      Sentry.captureException(new Error(message), { mechanism: { type: 'generic', handled } })
      await Sentry.flush()
    },
  }
}

function ourPage(): Page {
  const memory = createMemoryAdapter()
  let idle = () => {}
  const whenIdle = (work: () => void) => {
    idle = work
  }
  const adapter = withSession(memory, { release, whenIdle })
  const reporter = createReporter({ adapter, platform: 'javascript', release }, (event) => ({
    platform: 'javascript',
    ...event,
  }))
  return {
    sessions: () => sessionsOf(memory.items),
    load: async () => idle(),
    async fail(message, handled) {
      reporter.captureException(new Error(message), { handled })
    },
  }
}

const sessionsOf = (items: readonly TelemetryItem[]): BrowserSession[] =>
  items.flatMap((item) => (item.type === 'session' ? [item.payload] : []))

describe('the session of a page load', () => {
  let theirs: Awaited<ReturnType<typeof run>>
  let ours: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    theirs = await run(sentryPage())
    ours = await run(ourPage())
  })

  it.each(['@sentry/browser 11', 'ours'])(
    'is told of once, with the first error and with the first unhandled one: %s',
    (whose) => {
      const { counts, sessions } = whose === 'ours' ? ours : theirs
      // page load, navigation, handled, handled again, unhandled, unhandled again
      expect(counts).toEqual([1, 1, 2, 2, 3, 3])
      expect(sessions).toEqual([
        first,
        { ...first, init: false, errors: 1 },
        { ...first, init: false, errors: 1, status: 'unhandled' },
      ])
      expect(new Set(sessions.map((session) => (session as BrowserSession).sid)).size).toBe(1)
    },
  )
})

function start(options: BrowserSessionOptions = {}, earlier?: TelemetryItem[]) {
  const memory = createMemoryAdapter()
  let idle = () => {}
  const whenIdle = (work: () => void) => {
    idle = work
  }
  const adapter = withSession(memory, { release, clock: () => 1_000, whenIdle, ...options }, earlier)
  return { adapter, sessions: () => sessionsOf(memory.items), idle: () => idle() }
}

const failed = (handled: boolean): TelemetryItem => ({
  type: 'event',
  payload: anEvent({
    exception: { values: [{ type: 'Error', value: 'x', mechanism: { type: 'generic', handled } }] },
  }),
})

it('a page without a release tells of no session', async () => {
  const { adapter, sessions, idle } = start({ release: undefined })
  idle()
  adapter.deliver(failed(false))
  await adapter.flush(0)
  expect(sessions()).toEqual([])
})

it('what failed before is part of the session that is told of later', () => {
  const { sessions, idle } = start({ startedAtMs: 0 }, [failed(true), failed(false)])
  idle()
  expect(sessions()).toMatchObject([{ init: true, status: 'unhandled', errors: 1 }])
  expect(sessions()[0]).toMatchObject({
    started: '1970-01-01T00:00:00.000Z',
    timestamp: '1970-01-01T00:00:01.000Z',
  })
})

it('an error before the page is idle is told at once, and nothing is told twice', () => {
  const { adapter, sessions, idle } = start()
  adapter.deliver(failed(true))
  idle()
  expect(sessions()).toMatchObject([{ init: true, status: 'ok', errors: 1 }])
})

it.each(['flush', 'close'] as const)(
  'a page that is left before it is idle is told of by %s',
  async (verb) => {
    const { adapter, sessions } = start()
    await adapter[verb](0)
    await adapter[verb](0)
    expect(sessions()).toMatchObject([{ init: true, errors: 0 }])
  },
)

describe('who looked at the page', () => {
  it('is the first user that was set, and one who comes later is told when the page is left', async () => {
    let user: { id: string } | undefined
    const { adapter, sessions, idle } = start({ user: () => user })
    idle()
    user = { id: 'u1' }
    await adapter.flush(0)
    user = { id: 'u2' }
    await adapter.flush(0)
    expect(sessions().map(({ init, did }) => [init, did])).toEqual([
      [true, undefined],
      [false, 'u1'],
    ])
  })

  it('is what an event says', () => {
    const { adapter, sessions } = start()
    const { type, payload } = failed(true) as { type: 'event'; payload: ReturnType<typeof anEvent> }
    adapter.deliver({
      type,
      payload: { ...payload, user: { email: 'a@b.example', ip_address: '192.0.2.1' } },
    })
    expect(sessions()).toMatchObject([{ did: 'a@b.example', attrs: { ip_address: '192.0.2.1' } }])
  })
})

it('a message is no error, unless it is fatal; a transaction is none', () => {
  const { adapter, sessions } = start()
  const transaction = { type: 'transaction', payload: anEvent() } as unknown as TelemetryItem // only its type is read
  adapter.deliver(transaction)
  adapter.deliver({ type: 'event', payload: anEvent({ message: 'full' }) })
  expect(sessions()).toEqual([])
  adapter.deliver({ type: 'event', payload: anEvent({ message: 'full', level: 'fatal' }) })
  expect(sessions()).toMatchObject([{ status: 'unhandled', errors: 1 }])
})

it('a page that is idle is told of without a failure', async () => {
  const delivered: TelemetryItem[] = []
  const adapter: TelemetryAdapter = { ...createMemoryAdapter(), deliver: (item) => void delivered.push(item) }
  withSession(adapter, { release })
  await vi.waitFor(() => expect(sessionsOf(delivered)).toHaveLength(1))
})

it('limits and reports count sessions as sessions, both kinds of them', () => {
  const { adapter, sessions } = start()
  void adapter.flush(0)
  const [payload] = sessions()
  if (payload === undefined) throw new Error('there is one')
  const item: TelemetryItem = { type: 'session', payload }
  const counts: TelemetryItem = {
    type: 'sessions',
    payload: { aggregates: [], attrs: { release, environment: 'test' } },
  }
  expect([item, counts].map(categoryOf)).toEqual(['session', 'session'])
  const discards = createDiscards()
  for (const one of [item, counts]) countItem(discards, 'network_error', one)
  expect(discards.list()).toEqual([{ reason: 'network_error', category: 'session', quantity: 2 }])
})
