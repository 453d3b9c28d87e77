import { describe, expect, it } from 'vitest'
import { writeEnvelope } from '#telemetry/transport/envelope.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

const context = { receivedAt: 1_790_000_000_000, newEventId: () => 'f'.repeat(32) }

/** What our telemetry writes, our ingest reads: they share no code, so each checks the other. */
function roundTrip({ items, clock }: ReturnType<typeof createTracedTelemetry>) {
  return items.map((item) => processEnvelope(new TextEncoder().encode(writeEnvelope(item, clock)), context))
}

describe('ingest of our own telemetry', () => {
  it('takes a trace with its error and the names of both', () => {
    const traced = createTracedTelemetry()
    const { tracing, telemetry } = traced
    const root = tracing.startRootSpan({ op: 'http.server', name: 'GET /issues', source: 'route' })
    tracing.withSpan(root, () =>
      tracing.startSpan({ op: 'db', name: 'select issue', attributes: { 'db.system': 'sqlite' } }, () => {
        telemetry.captureException(new Error('no such table'))
      }),
    )
    root.trace.measurements.ttfb = { value: 12, unit: 'millisecond' }
    root.end()

    const [error, trace] = roundTrip(traced)
    const { traceId, spanId } = root.context
    expect(trace?.spans).toMatchObject([
      {
        traceId,
        spanId,
        isSegment: true,
        op: 'http.server',
        name: 'GET /issues',
        side: 'server',
        release: 'shop@2.1.0',
        environment: 'staging',
        measurements: { ttfb: { value: 12, unit: 'millisecond' } },
      },
      { traceId, parentSpanId: spanId, segmentId: spanId, op: 'db', data: { 'db.system': 'sqlite' } },
    ])
    expect(error?.event?.event.contexts.trace).toMatchObject({
      trace_id: traceId,
      span_id: trace?.spans[1]?.spanId,
    })
  })

  it('tells a browser from a server', () => {
    const traced = createTracedTelemetry({ sampleRate: 1 }, { platform: 'javascript' })
    traced.tracing.startRootSpan({ op: 'pageload', name: '/issues' }).end()
    expect(roundTrip(traced)[0]?.spans).toMatchObject([{ side: 'browser', name: '/issues' }])
  })

  it('counts what it says that it left out', async () => {
    const traced = createTracedTelemetry({ sampleRate: 0 })
    traced.tracing.startRootSpan({ op: 'http.server', name: 'GET /' }).end()
    await traced.telemetry.flush(100)
    const outcome = 'client_discard'
    expect(roundTrip(traced)[0]?.outcomes).toEqual([
      { category: 'internal', outcome: 'accepted', reason: '', quantity: 1 },
      { category: 'transaction', outcome, reason: 'sample_rate', quantity: 1 },
      { category: 'span', outcome, reason: 'sample_rate', quantity: 1 },
    ])
  })
})
