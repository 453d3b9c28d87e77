import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleTunnelRequest } from '@sentry/node'
import { expect, it, onTestFinished } from 'vitest'
import { createEnvelopeAdapter, type EnvelopeAdapterOptions } from '#telemetry/adapters/envelope.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction } from '#tests/support/builders/telemetry-items.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { PROJECT_KEY } from '#tests/support/store/event-store.ts'

/** Our own door, on a port. */
async function openDesk() {
  const desk = await openIngestApp()
  onTestFinished(() => desk.close())
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...desk, dsn: `${address.replace('://', `://${PROJECT_KEY}@`)}/1` }
}

/** A Sentry server's tunnel, the real one, on a port. */
async function openSentryTunnel(dsn: string) {
  const server = createServer((request, response) => {
    // A server's request has both; Node's type is a client's as well.
    const { method = '', url = '' } = request
    void handleTunnelRequest(Object.assign(request, { method, url }), response, { allowedDsns: [dsn] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  return `http://127.0.0.1:${port}/tunnel`
}

async function deliverAll(options: EnvelopeAdapterOptions) {
  const discards = createDiscards()
  const adapter = createEnvelopeAdapter({ ...options, discards })
  adapter.deliver({
    type: 'event',
    payload: anEvent({ message: 'höher\nweiter', contexts: { a: { b: '\u2028' } } }),
  })
  adapter.deliver({ type: 'transaction', payload: aTransaction() })
  adapter.deliver({
    type: 'client_report',
    payload: { timestamp: 1, discarded_events: [{ reason: 'before_send', category: 'error', quantity: 3 }] },
  })
  expect(await adapter.close(5000)).toBe(true)
  return discards.list()
}

it('our ingest takes what the envelope adapter writes', async () => {
  const { dsn, listEventIds } = await openDesk()
  expect(await deliverAll({ dsn })).toEqual([])
  expect(await listEventIds()).toContain('e'.repeat(32))
})

it("so does a Sentry server's tunnel, on its way to our ingest", async () => {
  const { dsn, listEventIds } = await openDesk()
  const tunnelPath = await openSentryTunnel(dsn)
  expect(await deliverAll({ dsn, tunnelPath })).toEqual([])
  expect(await listEventIds()).toContain('e'.repeat(32))
})

it("and that tunnel refuses another's DSN, which is counted and harms nobody", async () => {
  const { dsn, listEventIds } = await openDesk()
  const tunnelPath = await openSentryTunnel(dsn)
  const lost = await deliverAll({ dsn: 'http://other@127.0.0.1/9', tunnelPath })
  expect(lost).toContainEqual({ reason: 'send_error', category: 'error', quantity: 1 })
  expect(await listEventIds()).toEqual([])
})
