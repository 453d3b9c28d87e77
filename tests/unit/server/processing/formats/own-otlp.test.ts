import { describe, expect, it } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { createOtlpAdapter } from '#telemetry/adapters/otlp.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction, eventFromThrown, traceId } from '#tests/support/builders/telemetry-items.ts'
import { startUpstream } from '#tests/support/servers/upstream.ts'
import { processBody } from '#tests/support/store/process-body.ts'

/** What our adapter `otlp` sends, our endpoint reads: one desk may report to another as to any collector. */
async function roundTrip(item: TelemetryItem) {
  const { url, received } = await startUpstream()
  const adapter = createOtlpAdapter({ endpoint: url, serviceName: 'shop', discards: createDiscards() })
  adapter.deliver(item)
  expect(await adapter.flush(5_000)).toBe(true)
  const [request] = received
  const format = request?.url === '/v1/traces' ? 'otlp_traces' : 'otlp_logs'
  return processBody(format, request?.body)
}

const known = { release: 'shop@1', environment: 'test', server_name: 'web-1' }

describe('our own OTLP', () => {
  it('brings an error back as the event that it was', async () => {
    const error = new TypeError('no price')
    const { exception } = eventFromThrown(error, {
      eventId: 'e'.repeat(32),
      timestampMs: 1_700_000_000_000,
      platform: 'node',
      mechanism: { type: 'generic', handled: false },
    })
    const contexts = {
      error: { digest: 'K7Q2MX-4T9ZPA' },
      trace: { trace_id: traceId, span_id: 'a'.repeat(16) },
    }
    const payload = anEvent({ ...known, exception, contexts })
    const { answer, events, records } = await roundTrip({ type: 'event', payload })
    expect(answer).toEqual({ status: 200 })
    expect(records).toHaveLength(1)
    expect(events).toMatchObject([
      {
        title: { type: 'TypeError', value: 'no price' },
        event: {
          ...known,
          event_id: 'e'.repeat(32),
          timestamp: 1_700_000_000.25,
          digests: ['K7Q2MX-4T9ZPA'],
          contexts: { trace: { trace_id: traceId, span_id: 'a'.repeat(16) } },
        },
      },
    ])
    const [value] = events[0]?.event.exception.values ?? []
    expect(value?.mechanism?.handled).toBe(false)
    expect(value?.stacktrace?.frames.length).toBeGreaterThan(0)
  })

  it('brings a trace back as the spans that it was', async () => {
    const { spans } = await roundTrip({ type: 'transaction', payload: aTransaction(known) })
    expect(spans).toMatchObject([
      {
        traceId,
        parentSpanId: 'b'.repeat(16),
        isSegment: true,
        op: 'http.server',
        name: 'GET /issues',
        status: 'ok',
        durationUs: 250_000,
        release: 'shop@1',
        environment: 'test',
        data: { 'http.response.status_code': 200 },
      },
      { isSegment: false, op: 'db', name: 'SELECT issue', status: 'internal_error', durationUs: 50_000 },
    ])
  })
})
