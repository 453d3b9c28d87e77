import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  anOtlpLog,
  anOtlpMetric,
  anOtlpTrace,
  ENCODINGS,
  OTEL_TRACE,
} from '#tests/support/builders/otlp-requests.ts'
import { PROJECT_KEY } from '#tests/support/store/event-store.ts'
import { openSdkInbox } from '#tests/support/store/sdk-inbox.ts'

const SPAN = { spanId: '1234567890abcdef', name: 'GET /cart' }

/** As OpenTelemetry's exporters send: gzipped, in chunks, with the key as a header. */
function post(url: string, body: Uint8Array, contentType: string): Promise<number | undefined> {
  const headers = {
    'content-type': contentType,
    'content-encoding': 'gzip',
    'x-sentry-auth': `sentry sentry_key=${PROJECT_KEY}`,
  }
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    sending.once('error', reject)
    const packed = gzipSync(body)
    sending.write(packed.subarray(0, 10))
    sending.end(packed.subarray(10))
  })
}

describe.each(ENCODINGS)('OTLP over HTTP in %s', (contentType) => {
  it('is stored once, however often it is sent', async () => {
    const inbox = await openSdkInbox()
    onTestFinished(() => inbox.close())
    const { origin } = new URL(inbox.ways.dsn.dsn)
    const trace = anOtlpTrace([SPAN], contentType)
    const log = anOtlpLog([{ spanId: SPAN.spanId }], contentType)
    const metric = anOtlpMetric([{ dataPointType: 'sum', value: 2 }], contentType)
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await post(`${origin}/api/1/otlp/v1/metrics`, metric, contentType)).toBe(200)
      expect(await post(`${origin}/api/1/otlp/v1/traces`, trace, contentType)).toBe(200)
      expect(await post(`${origin}/api/1/integration/otlp/v1/logs`, log, contentType)).toBe(200)
    }
    expect(await inbox.spans()).toMatchObject([
      { traceId: OTEL_TRACE, spanId: SPAN.spanId, name: 'GET /cart' },
    ])
    expect(await inbox.logs()).toMatchObject([{ body: 'cart is empty', traceId: OTEL_TRACE }])
    expect(await inbox.outcomes()).toMatchObject({
      'span accepted': 1,
      'log_item accepted': 1,
      'trace_metric accepted': 1,
    })
  })
})
