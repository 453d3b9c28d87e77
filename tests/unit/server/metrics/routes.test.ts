import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { createAlertMetrics } from '#server/metrics/alert-metrics.ts'
import { registerHealth } from '#server/metrics/health.ts'
import { registerMetrics } from '#server/metrics/routes.ts'
import { createWriterMetrics } from '#server/metrics/writer-metrics.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { startWriterThread, type WriterThread } from '#server/writer/threads.ts'
import { startWriter, type WriterOptions } from '#server/writer/writer.ts'
import { envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

async function open(publicUrl = 'http://127.0.0.1:3000', options: Partial<WriterOptions> = {}) {
  const { store, file, close } = await openEventStore()
  const writerMetrics = createWriterMetrics()
  const writer = await startWriter({ file, observer: writerMetrics, ...options })
  writer.onCommit(writerMetrics.noteCommit)
  const app = Fastify()
  const alertMetrics = createAlertMetrics()
  const dataDir = dirname(file)
  registerMetrics(app, { store, writer, writerMetrics, alertMetrics, dataDir, publicUrl, clock: () => 1 })
  registerHealth(app, { writer, publicUrl })
  app.get('/things/:id', () => ({}))
  onTestFinished(async () => {
    await app.close()
    await writer.close()
    await close()
  })
  const read = async (headers: Record<string, string> = {}) => {
    const response = await app.inject({ url: '/metrics', headers })
    return { ...response, status: response.statusCode, lines: response.body.split('\n') }
  }
  return { store, writer, app, read }
}

it('shows what arrived, what was answered and how the process is', async () => {
  const { app, writer, read } = await open()
  const envelope = { projectId: 1, keyId: 1, receivedAt: 0 }
  await writer.submit({ ...envelope, body: envelopeOf({ message: 'one' }) })
  await writer.submit({ ...envelope, body: new TextEncoder().encode('{}\n{"type":"profile"}\n{}') })
  writer.countRejected([
    {
      projectId: 1,
      keyId: 1,
      hour: 0,
      category: 'log_item',
      outcome: 'rate_limited',
      reason: 'key_rate',
      quantity: 7,
    },
  ])
  await writer.submit({ ...envelope, body: envelopeOf({ message: 'two' }) })
  await app.inject('/things/1')
  await app.inject('/things/2')
  await app.inject('/none/of/ours')

  const { status, headers, lines } = await read()
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(lines).toEqual(
    expect.arrayContaining([
      'crumbtrail_outcomes_total{project="1",category="error",outcome="accepted",reason=""} 2',
      'crumbtrail_outcomes_total{project="1",category="profile",outcome="filtered",reason="unsupported"} 1',
      'crumbtrail_outcomes_total{project="1",category="log_item",outcome="rate_limited",reason="key_rate"} 7',
      'crumbtrail_queue_envelopes 0',
      'crumbtrail_queue_bytes 0',
      'crumbtrail_fold_lag_seconds 0',
      'crumbtrail_batch_envelopes_count 3',
      'crumbtrail_writer_restarts_total 0',
      'crumbtrail_http_requests_total{method="GET",route="/things/:id",status="200"} 2',
      'crumbtrail_http_requests_total{method="GET",route="none",status="404"} 1',
      expect.stringMatching(/^crumbtrail_disk_free_bytes [1-9]\d+$/),
      expect.stringMatching(/^process_resident_memory_bytes [1-9]\d+$/),
      expect.stringMatching(/^nodejs_eventloop_lag_seconds\{quantile="0.99"\} [\d.e-]+$/),
    ]),
  )
})

it('is for a token where the desk has a public address', async () => {
  const { store, read } = await open('https://desk.example')
  const refused = await read()
  expect(refused.status).toBe(401)
  expect(refused.headers['www-authenticate']).toBe('Bearer realm="crumbtrail"')
  expect(refused.body).toContain('Cannot show metrics')
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'prometheus', scopes: READ_SCOPES, now: 0, random: randomBytes, by: COMMAND }),
  )
  expect((await read({ authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await read({ authorization: 'Bearer ct_wrong' })).status).toBe(401)
})

it('counts the times that the writer died', async () => {
  const threads: WriterThread[] = []
  const { writer, read } = await open('http://localhost', {
    onFailure: () => {},
    async startThread(options) {
      const thread = await startWriterThread(options)
      threads.push(thread)
      return thread
    },
  })
  await threads[0]?.terminate()
  const answer = await writer.submit({ projectId: 1, keyId: 1, receivedAt: 0, body: envelopeOf({}) })
  expect(answer.status).toBe(200) // it waited for the next thread
  expect((await read()).lines).toContain('crumbtrail_writer_restarts_total 1')
})

it('answers below the path of the public address too, as the health does', async () => {
  const { app } = await open('https://desk.example/trail/')
  for (const prefix of ['', '/trail']) {
    expect((await app.inject(`${prefix}/metrics`)).statusCode).toBe(401)
    expect((await app.inject(`${prefix}/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await app.inject(`${prefix}/readyz`)).json()).toEqual({ status: 'ready' })
  }
  expect((await app.inject('/other/metrics')).statusCode).toBe(404)
})
