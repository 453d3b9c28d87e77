import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import type { TelemetryEvent } from '#telemetry/errors/event.ts'
import { createRequestScopes, recordServerBreadcrumbs, telemetryPlugin } from '#telemetry/fastify.ts'
import { setTag } from '#telemetry/scope/scope.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'

async function start() {
  const scopes = createRequestScopes()
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'node', scopes })
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(telemetryPlugin, { telemetry, scopes })
  app.setErrorHandler((error, _request, reply) => {
    telemetry.captureException(error, { handled: false, mechanism: 'fastify' })
    return reply.code(500).send('failed')
  })
  return {
    app,
    telemetry,
    events: () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : [])),
  }
}

const messages = (event?: Pick<TelemetryEvent, 'breadcrumbs'>) =>
  event?.breadcrumbs?.values.map(({ message }) => message)

describe('telemetryPlugin', () => {
  it('describes the request that failed, without its secrets', async () => {
    const { app, events } = await start()
    app.get('/cart', () => {
      throw new Error('no price')
    })
    await app.inject({
      url: '/cart?token=4f9a&page=2',
      headers: {
        host: 'shop.example',
        cookie: 'session=4f9a',
        authorization: 'Bearer 4f9a',
        accept: 'text/html',
      },
    })
    expect(events()).toHaveLength(1)
    expect(events()[0]?.request).toMatchObject({
      method: 'GET',
      url: 'http://shop.example/cart?token=[Filtered]&page=2',
      headers: { accept: 'text/html', cookie: '[Filtered]', authorization: '[Filtered]' },
    })
    expect(JSON.stringify(events())).not.toContain('4f9a')
  })

  it('keeps the crumbs of requests apart that run at the same time', async () => {
    const { app, telemetry, events } = await start()
    const both = Promise.withResolvers<void>()
    let arrived = 0
    telemetry.addBreadcrumb({ message: 'boot' })
    app.get('/:name', async (request) => {
      const { name } = request.params as { name: string } // as the route says
      telemetry.addBreadcrumb({ message: `${name} began` })
      setTag(telemetry.scope(), 'name', name)
      arrived += 1
      if (arrived === 2) both.resolve()
      await both.promise
      telemetry.addBreadcrumb({ message: `${name} went on` })
      throw new Error(name)
    })
    await Promise.all([app.inject('/one'), app.inject('/two')])
    const of = (name: string) => events().find(({ tags }) => tags?.name === name)
    expect(messages(of('one'))).toEqual(['boot', 'one began', 'one went on'])
    expect(messages(of('two'))).toEqual(['boot', 'two began', 'two went on'])
    telemetry.captureMessage('after')
    expect(messages(events()[2])).toEqual(['boot'])
  })

  it('is in its scope after a body has arrived over the network', async () => {
    const { app, telemetry, events } = await start()
    app.post('/pay', async ({ id }) => {
      telemetry.addBreadcrumb({ message: 'paying' })
      throw new Error(`declined ${id}`)
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify({ text: 'x'.repeat(200_000) })
    await Promise.all(
      [1, 2, 3].map(() =>
        fetch(`${address}/pay`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      ),
    )
    expect(events().map(messages)).toEqual([['paying'], ['paying'], ['paying']])
    expect(events()[0]?.request).toMatchObject({ method: 'POST', url: `${address}/pay` })
  })

  it('holds for the whole application, and adds nothing to answers', async () => {
    const { app, telemetry } = await start()
    app.register(async (inner) => {
      inner.get('/inner', async () => ({ global: telemetry.scope() === telemetry.globalScope }))
    })
    const answer = await app.inject('/inner')
    expect(answer.json()).toEqual({ global: false })
    expect(Object.keys(answer.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
    ])
  })
})

it('recordServerBreadcrumbs() notes what a request prints and fetches, in its own scope', async () => {
  const { app, telemetry, events } = await start()
  const print = console.info
  console.info = () => {}
  const stop = recordServerBreadcrumbs(telemetry.addBreadcrumb)
  onTestFinished(() => {
    stop()
    console.info = print
  })
  app.get('/target', async () => 'ok')
  app.get('/fails', async () => {
    console.info('loading')
    await (await fetch(`${address}/target?key=4f9a`)).text()
    throw new Error('no price')
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await app.inject('/fails')
  expect(events()[0]?.breadcrumbs?.values).toMatchObject([
    { category: 'console', message: 'loading' },
    { category: 'fetch', data: { method: 'GET', url: `${address}/target?key=[Filtered]`, status_code: 200 } },
  ])
})
