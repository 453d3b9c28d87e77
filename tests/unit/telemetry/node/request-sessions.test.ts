import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRequestScopes, telemetryPlugin } from '#telemetry/fastify.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'

async function start(release?: string) {
  let now = Date.parse('2026-11-22T10:00:30Z')
  const memory = createMemoryAdapter()
  const scopes = createRequestScopes()
  const clock = () => now
  const telemetry = createTelemetry({ adapters: [memory], platform: 'node', release, scopes, clock })
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await telemetry.close(0)
  })
  await app.register(telemetryPlugin, { telemetry, scopes })
  app.get('/fine', async () => 'ok')
  app.get('/caught', async () => {
    await Promise.resolve()
    telemetry.withScope(() => telemetry.captureException(new Error('caught')))
    return 'ok'
  })
  app.get('/crash', async () => {
    telemetry.captureException(new Error('crash'), { handled: false })
    throw new Error('crash')
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    telemetry,
    get: (path: string) => fetch(address + path, { headers: { connection: 'close' } }),
    pass: (ms: number) => {
      now += ms
    },
    sessions: () => memory.items.flatMap((item) => (item.type === 'sessions' ? [item.payload] : [])),
  }
}

it('requests are counted by minute and by how they went, as @sentry/node counts them', async () => {
  const { telemetry, get, pass, sessions } = await start('shop@1')
  for (const path of ['/fine', '/fine', '/caught', '/crash']) await (await get(path)).text()
  pass(60_000)
  await (await get('/fine')).text()
  expect(sessions()).toEqual([])
  await telemetry.flush(0)
  expect(sessions()).toEqual([
    {
      aggregates: [
        { started: '2026-11-22T10:00:00.000Z', exited: 2, errored: 1, crashed: 1 },
        { started: '2026-11-22T10:01:00.000Z', exited: 1, errored: 0, crashed: 0 },
      ],
      attrs: { release: 'shop@1', environment: 'production' },
    },
  ])
  await telemetry.flush(0)
  expect(sessions()).toHaveLength(1)
})

it("without a release nothing is counted: health is a release's", async () => {
  const { telemetry, get, sessions } = await start()
  await (await get('/fine')).text()
  await telemetry.flush(0)
  expect(sessions()).toEqual([])
})
