import { parseEnvelope } from '@sentry/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TelemetryAdapter, TelemetryItem } from '#telemetry/adapter.ts'
import { createSentryNodeAdapter } from '#telemetry/adapters/sentry-node.ts'
import { createSentryReactAdapter } from '#telemetry/adapters/sentry-react.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction, traceId } from '#tests/support/builders/telemetry-items.ts'
import { type Received, startUpstream } from '#tests/support/servers/upstream.ts'

const anItem = (message: string): TelemetryItem => ({ type: 'event', payload: anEvent({ message }) })

const aReport = {
  type: 'client_report',
  payload: {
    timestamp: expect.any(Number),
    discarded_events: [{ reason: 'before_send', category: 'error', quantity: 3 }],
  },
} satisfies TelemetryItem

const adapters = [
  { name: '@sentry/node', create: createSentryNodeAdapter },
  { name: '@sentry/react', create: createSentryReactAdapter },
]

const contents = (received: Received[]) =>
  received.flatMap(({ body }) => {
    const [headers, items] = parseEnvelope(body)
    return items.map(([{ type }, payload]) => ({ headers, type, payload }))
  })

describe.each(adapters)('the adapter through $name', ({ create }) => {
  async function start(answer?: Parameters<typeof startUpstream>[0]) {
    const upstream = await startUpstream(answer)
    const discards = createDiscards()
    const adapter = create({
      dsn: `http://abc@${upstream.host}/7`,
      release: 'shop@1',
      environment: 'test',
      discards,
      clock: () => 0,
    })
    onTestFinished(async () => {
      await adapter.close(100)
    })
    return { ...upstream, adapter, discards }
  }

  it('delivers what our core built, unchanged', async () => {
    const { adapter, received } = await start()
    adapter.deliver(anItem('no price'))
    adapter.deliver({ type: 'transaction', payload: aTransaction(), trace: { trace_id: traceId } })
    expect(await adapter.flush(5000)).toBe(true)
    expect(received.map(({ url }) => url)).toEqual(
      Array(2).fill(expect.stringMatching(/^\/api\/7\/envelope\/\?.*sentry_key=abc/)),
    )
    expect(contents(received)).toEqual(
      expect.arrayContaining([
        {
          headers: expect.objectContaining({ sent_at: new Date(0).toISOString() }),
          type: 'event',
          payload: anEvent({ message: 'no price' }),
        },
        {
          headers: expect.objectContaining({ trace: { trace_id: traceId } }),
          type: 'transaction',
          payload: aTransaction(),
        },
      ]),
    )
  })

  it('keeps to the rate limits of its client', async () => {
    const { adapter, received } = await start((response) => {
      response.setHeader('x-sentry-rate-limits', '60:error:key')
      response.writeHead(429).end()
    })
    adapter.deliver(anItem('first'))
    await adapter.flush(5000)
    adapter.deliver(anItem('limited'))
    adapter.deliver({ type: 'transaction', payload: aTransaction() })
    await adapter.flush(5000)
    const types = contents(received).map(({ type }) => type)
    expect(types.filter((type) => type !== 'client_report')).toEqual(['event', 'transaction'])
  })

  it('has a buffer: a server that hangs piles nothing up, and holds nobody', async () => {
    const { adapter, received } = await start(() => {})
    for (let index = 0; index < 2 * limits.sendBuffer; index++) adapter.deliver(anItem(`${index}`))
    expect(await adapter.flush(50)).toBe(false)
    expect(received.length).toBeLessThanOrEqual(limits.sendBuffer)
  })

  it('takes anything, and nothing after it was closed', async () => {
    const { adapter, discards, received } = await start()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    adapter.deliver({ type: 'event', payload: anEvent({ extra: { circle, big: 'x' } }) })
    expect(await adapter.close(5000)).toBe(true)
    expect(received).toHaveLength(1)
    adapter.deliver(anItem('late'))
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 1 }])
  })

  it('refuses a DSN that is none at once', () => {
    expect(() => create({ dsn: 'nonsense' })).toThrow(/^Cannot parse the DSN: /)
  })
})

it('what we left out is said in the reports of @sentry/node', async () => {
  const { host, received } = await startUpstream()
  const adapter = createSentryNodeAdapter({ dsn: `http://abc@${host}/7` })
  adapter.deliver(aReport)
  expect(await adapter.close(5000)).toBe(true)
  await vi.waitFor(() =>
    expect(contents(received)).toMatchObject([{ type: 'client_report', payload: aReport.payload }]),
  )
})

it('an adapter is no client of the process: what the host does with Sentry stays its own', async () => {
  const { getClient } = await import('@sentry/node')
  const adapter: TelemetryAdapter = createSentryNodeAdapter({ dsn: 'http://abc@127.0.0.1:1/7' })
  expect(getClient()).toBeUndefined()
  await adapter.close(100)
})
