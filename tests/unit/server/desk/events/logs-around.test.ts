import { expect, it, onTestFinished } from 'vitest'
import { anEnvelopeOf, aSpanId, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

type Log = { body: string; agoMs: number; traceId?: string; attributes?: Record<string, string> }

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  const { hand, writeBatch, desk, happen } = opened
  hand.advance(1_000_000)
  return {
    log(logs: Log[]) {
      const items = logs.map(({ body, agoMs, traceId, attributes = {} }) => ({
        timestamp: (hand.clock() - agoMs) / 1000,
        level: 'info',
        body,
        ...(traceId !== undefined && { trace_id: traceId }),
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name, { value, type: 'string' }]),
        ),
      }))
      const headers = { item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' }
      const body = anEnvelopeOf({ type: 'log', headers, payload: { items } })
      writeBatch([{ projectId: 1, keyId: 1, receivedAt: hand.clock(), body }], [])
    },
    async logsOf(event: Record<string, unknown>) {
      const issueId = await happen('TypeError', event)
      const detail = await desk.events.find(issueId, 'latest')
      if (!detail) throw new Error('Cannot find the event that was sent')
      const { logs } = await desk.events.readView(detail)
      return logs && [logs.by, ...logs.logs.map(({ body }) => body)]
    },
  }
}

const inTrace = { contexts: { trace: { trace_id: TRACE_ID, span_id: aSpanId(1) } } }

it('lists the logs of the event’s trace within half a minute', async () => {
  const { log, logsOf } = await openDesk()
  log([
    { body: 'long before', agoMs: 60_000, traceId: TRACE_ID },
    { body: 'first', agoMs: 20_000, traceId: TRACE_ID },
    { body: 'second', agoMs: 10, traceId: TRACE_ID },
    { body: 'of another', agoMs: 10, traceId: 'f'.repeat(32) },
  ])
  expect(await logsOf(inTrace)).toEqual(['trace', 'first', 'second'])
})

it('lists those of the same user, else of the same server, where the trace has none', async () => {
  const { log, logsOf } = await openDesk()
  log([
    { body: 'of the server', agoMs: 20, attributes: { 'server.address': 'web-1' } },
    { body: 'of the user', agoMs: 10, attributes: { 'user.id': '7', 'server.address': 'web-2' } },
  ])
  expect(await logsOf({ ...inTrace, user: { id: '7' }, server_name: 'web-1' })).toEqual([
    'user',
    'of the user',
  ])
  expect(await logsOf({ user: { id: '8' }, server_name: 'web-1' })).toEqual(['server', 'of the server'])
  expect(await logsOf({ user: { id: '8' }, server_name: 'web-3' })).toBeNull()
  expect(await logsOf({})).toBeNull()
})

it('lists the ten before and the five after', async () => {
  const { log, logsOf } = await openDesk()
  const numbers = Array.from({ length: 30 }, (_, index) => index)
  // The event comes a second later.
  log(numbers.map((number) => ({ body: String(number), agoMs: 1_000 - number * 100, traceId: TRACE_ID })))
  const logs = await logsOf(inTrace)
  expect(logs).toHaveLength(16)
  expect(logs?.slice(1)).toEqual(numbers.slice(11, 26).map(String))
})
