import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import Fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import {
  createRequestScopes,
  createRequestTracing,
  recordServerBreadcrumbs,
  telemetryPlugin,
} from '#telemetry/fastify.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import type { SamplingOptions } from '#telemetry/trace/sampling.ts'
import { sameOrigin } from '#telemetry/trace/targets.ts'
import { traceRequests } from '#telemetry/trace/traced-requests.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

async function start(
  options: SamplingOptions = { sampleRate: 1 },
  isTraced?: (request: FastifyRequest) => boolean,
  describeUrl?: (url: string) => string,
) {
  const scopes = createRequestScopes()
  const memory = createMemoryAdapter()
  const delivered = Promise.withResolvers<void>()
  const notify = {
    ...memory,
    deliver: (item: (typeof memory.items)[number]) => {
      memory.deliver(item)
      delivered.resolve()
    },
  }
  const telemetry = createTelemetry({ adapters: [notify], platform: 'node', scopes })
  const tracing = createRequestTracing(telemetry, options)
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(telemetryPlugin, {
    telemetry,
    scopes,
    tracing,
    ...(isTraced && { isTraced }),
    ...(describeUrl && { describeUrl }),
  })
  return {
    app,
    telemetry,
    tracing,
    delivered: delivered.promise,
    transactions: () => memory.items.flatMap((item) => (item.type === 'transaction' ? [item.payload] : [])),
    events: () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : [])),
  }
}

describe("a request's span", () => {
  it('says of addresses what the host lets it say, in events as well', async () => {
    const { app, telemetry, transactions, events } = await start({ sampleRate: 1 }, undefined, (url) =>
      url.replace('secret', '[Filtered]'),
    )
    app.get('/*', () => {
      telemetry.captureMessage('on the way')
      return ''
    })
    await app.inject({ url: '/link/secret?x=1', headers: { referer: 'http://desk.test/link/secret' } })
    expect(transactions()[0]?.contexts.trace.data).toMatchObject({ 'url.path': '/link/[Filtered]' })
    expect(events()[0]?.request).toMatchObject({ headers: { referer: 'http://desk.test/link/[Filtered]' } })
    expect(JSON.stringify([transactions(), events()])).not.toContain('secret')
  })

  it('is a transaction of its route, with what the request did below it', async () => {
    const { app, tracing, transactions } = await start()
    app.get('/issues/:id', () =>
      tracing.startSpan({ op: 'function', name: 'loader' }, async () => {
        await tracing.startSpan({ op: 'db', name: 'select' }, async () => {})
        return 'ok'
      }),
    )
    await app.inject({ url: '/issues/7?token=4f9a', headers: { host: 'shop.example' } })
    const [transaction] = transactions()
    expect(transaction).toMatchObject({
      transaction: 'GET /issues/:id',
      transaction_info: { source: 'route' },
      contexts: {
        trace: {
          op: 'http.server',
          status: 'ok',
          data: {
            'http.request.method': 'GET',
            'http.route': '/issues/:id',
            'url.path': '/issues/7',
            'http.response.status_code': 200,
          },
        },
      },
      request: { method: 'GET', url: 'http://shop.example/issues/7?token=[Filtered]' },
    })
    const [loader, select] = transaction?.spans ?? []
    expect(loader).toMatchObject({
      description: 'loader',
      parent_span_id: transaction?.contexts.trace.span_id,
    })
    expect(select).toMatchObject({ description: 'select', parent_span_id: loader?.span_id })
    expect(JSON.stringify(transaction)).not.toContain('4f9a')
  })

  it.each([
    [{ 'sentry-trace': `${traceId}-${spanId}-1`, baggage: 'sentry-release=1' }],
    [{ traceparent: `00-${traceId}-${spanId}-01` }],
  ])('goes on with the trace that it came with: %j', async (headers) => {
    const { app, transactions } = await start({ sampleRate: 0 })
    app.get('/', () => 'ok')
    await app.inject({ url: '/', headers })
    expect(transactions()[0]?.contexts.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId })
  })

  it('is not recorded where its trace is not, and errors name the trace all the same', async () => {
    const { app, telemetry, transactions, events } = await start()
    app.get('/', () => telemetry.captureMessage('here').eventId)
    await app.inject({ url: '/', headers: { 'sentry-trace': `${traceId}-${spanId}-0` } })
    expect(transactions()).toEqual([])
    expect(events()[0]?.contexts?.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId })
  })

  it('takes any headers, however broken', async () => {
    const { app, transactions } = await start()
    app.get('/', () => 'ok')
    for (const value of ['', '-', '%', ',,=', 'x'.repeat(9_000)]) {
      const answer = await app.inject({
        url: '/',
        headers: { 'sentry-trace': value, baggage: value, traceparent: value },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(transactions()).toHaveLength(5)
  })

  it.each([
    [500, 'internal_error'],
    [403, 'permission_denied'],
    [302, 'ok'],
  ])('says what the answer was: %s is %s', async (code, status) => {
    const { app, transactions } = await start()
    app.get('/', (_request, reply) => reply.code(code).send('text'))
    await app.inject('/')
    expect(transactions()[0]?.contexts.trace).toMatchObject({
      status,
      data: { 'http.response.status_code': code },
    })
  })

  it('is left out where nothing was found, and counted', async () => {
    const { app, telemetry, transactions } = await start()
    await app.inject('/wp-admin')
    expect(transactions()).toEqual([])
    expect(telemetry.discards.list()).toMatchObject([
      { reason: 'event_processor', category: 'transaction', quantity: 1 },
      { category: 'span' },
    ])
  })

  it('may be renamed by whoever knows the page', async () => {
    const { app, tracing, transactions } = await start()
    app.get('/*', () =>
      tracing.startSpan({ op: 'function', name: 'render' }, ({ root }) => {
        root.name = 'GET /issues/@id'
        return 'ok'
      }),
    )
    await app.inject('/issues/7')
    expect(transactions()[0]?.transaction).toBe('GET /issues/@id')
  })

  it('lasts until the last byte of a stream', async () => {
    const { app, tracing, transactions } = await start()
    app.get('/', (_request, reply) => {
      async function* parts() {
        for (const part of ['a', 'b', 'c']) {
          await tracing.startSpan({ op: 'function', name: part }, async () => {})
          yield part
        }
      }
      return reply.send(Readable.from(parts()))
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await (await fetch(address)).text()).toBe('abc')
    expect(transactions()[0]?.spans.map(({ description }) => description)).toEqual(['a', 'b', 'c'])
  })

  it('ends when the visitor goes away, and says so', async () => {
    const { app, delivered, transactions } = await start()
    app.get('/', (_request, reply) => {
      const endless = new Readable({ read() {} })
      endless.push('begun')
      return reply.send(endless)
    })
    const request = httpRequest(await app.listen({ port: 0, host: '127.0.0.1' })).end()
    const [response] = await once(request, 'response')
    await once(response, 'data')
    request.destroy()
    await delivered
    expect(transactions()).toMatchObject([{ contexts: { trace: { status: 'cancelled' } } }])
  })

  it('is still there after a body has arrived over the network', async () => {
    const { app, tracing, transactions } = await start()
    app.post('/pay', () => tracing.startSpan({ op: 'db', name: 'insert' }, async () => 'ok'))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify({ text: 'x'.repeat(200_000) })
    const headers = { 'content-type': 'application/json' }
    await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${address}/pay`, { method: 'POST', body, headers })).text()),
    )
    const spans = transactions().map((each) => each.spans.map(({ description }) => description))
    expect(spans).toEqual([['insert'], ['insert'], ['insert']])
  })

  it('is not made for requests that need none', async () => {
    const { app, tracing, transactions } = await start(
      { sampleRate: 1 },
      ({ url }) => !url.startsWith('/assets/'),
    )
    app.get('/assets/app.js', () => tracing.startSpan({ op: 'x', name: 'x' }, () => 'ok'))
    app.get('/', () => 'ok')
    await app.inject('/assets/app.js')
    await app.inject('/')
    expect(transactions().map(({ transaction }) => transaction)).toEqual(['GET /'])
  })
})

it('one trace runs through a request that asks another', async () => {
  const { app, telemetry, tracing, transactions } = await start()
  app.get('/inner', () => 'ok')
  app.get('/outer', async () => (await fetch(`${address}/inner`)).text())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const watch = traceRequests(tracing, sameOrigin(address))
  onTestFinished(recordServerBreadcrumbs(telemetry.addBreadcrumb, watch))
  await app.inject('/outer')
  const [inner, outer] = transactions()
  const [client] = outer?.spans ?? []
  expect(client).toMatchObject({ op: 'http.client', description: `GET ${address}/inner`, status: 'ok' })
  expect(inner?.contexts.trace).toMatchObject({
    trace_id: outer?.contexts.trace.trace_id,
    parent_span_id: client?.span_id,
  })
})
