// @vitest-environment happy-dom
import { parseEnvelope } from '@sentry/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSentryReactAdapter } from '#telemetry/adapters/sentry-react.ts'
import { wrapMethod } from '#telemetry/instrument/wrap.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

function start() {
  const sent: { url: string; body: string }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: String(init.body) })
    return new Response('{}')
  })
  const seen: unknown[] = []
  const around = (call: () => Promise<Response>, args: unknown[]) => {
    seen.push(args)
    return call()
  }
  const stop = untilStopped((signal) => wrapMethod(globalThis, 'fetch', around, signal))
  const adapter = createSentryReactAdapter({ dsn: 'https://abc@desk.example/7', tunnelPath: '/tunnel' })
  onTestFinished(async () => {
    await adapter.close(100)
    stop()
    vi.unstubAllGlobals()
  })
  return { adapter, sent, seen }
}

it('what we left out is said in the reports of @sentry/react, when the page is hidden', async () => {
  const { adapter, sent, seen } = start()
  const discarded_events = [{ reason: 'before_send' as const, category: 'error' as const, quantity: 3 }]
  adapter.deliver({ type: 'client_report', payload: { timestamp: 1, discarded_events } })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [, items] = parseEnvelope(sent[0]?.body ?? '')
  expect(items[0]?.[0]).toEqual({ type: 'client_report' })
  expect(items[0]?.[1]).toMatchObject({ discarded_events })
  expect(sent[0]?.url).toBe('/tunnel')
  expect(seen).toEqual([]) // past our wrapper: no breadcrumb of its own sending
})
