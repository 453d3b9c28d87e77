import { deflateSync } from 'node:zlib'
import type { Submission } from '#server/protocol/formats.ts'
import {
  anOtlpLog,
  anOtlpMetric,
  anOtlpTrace,
  type MetricParts,
  OTEL_TRACE,
} from '#tests/support/builders/otlp-requests.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  aUserReport,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import {
  aContainer,
  anEnvelopeOf,
  aTransaction,
  type SampleItem,
  TRACE_ID,
} from '#tests/support/builders/sample-traces.ts'
import { aForm, aMinidump, FORM_TYPE, type FormField, SHOP_EXE } from '#tests/support/native/a-minidump.ts'
import { toMessagePack } from '#tests/support/native/message-pack.ts'

export interface Sample extends Submission {
  format: NonNullable<Submission['format']>
  name: string
  body: Uint8Array<ArrayBuffer>
}

const EVENT_ID = 'a'.repeat(32)
/** Each is replaced by one of its own, of the same length, so that no two cases are repeats. */
const IDS = [EVENT_ID, TRACE_ID, ...['5', '7', 'c', 'e', 'f'].map((digit) => digit.repeat(32))]

const report = {
  'csp-report': {
    'document-uri': 'https://shop.example/cart',
    'violated-directive': "script-src 'self'",
    'blocked-uri': 'https://evil.example/x.js',
  },
}
const reports = [
  {
    type: 'csp-violation',
    url: 'https://shop.example/',
    body: { effectiveDirective: 'img-src', blockedURL: 'data' },
  },
  { type: 'deprecation', body: {} },
]
const clientReport: SampleItem = {
  type: 'client_report',
  payload: {
    timestamp: 1_790_000_000,
    discarded_events: [{ reason: 'sample_rate', category: 'error', quantity: 3 }],
  },
}
const otelLog: SampleItem = {
  type: 'otel_log',
  payload: {
    timeUnixNano: '1790000000000000000',
    severityNumber: 13,
    body: { stringValue: 'cart is empty' },
  },
}

const ONE_OF_EACH: readonly SampleItem[] = [
  aContainer([{ number: 9 }]),
  aLogContainer(['one']),
  aMetricContainer([{}]),
  aSession(),
  aFeedback(),
  aCheckIn(),
  clientReport,
]

/** One of every format and type of item, as SDKs send them. */
const SAMPLES: readonly Sample[] = [
  envelope('event', bytesOf(sampleEnvelope(11, EVENT_ID))),
  envelope(
    'old event',
    bytesOf(sampleEnvelope(12, EVENT_ID).replace('"exception"', '"sentry.interfaces.Exception"')),
  ),
  envelope(
    'transaction',
    anEnvelopeOf(
      aTransaction([
        { number: 2, parent: 1 },
        { number: 3, parent: 2 },
      ]),
    ),
  ),
  envelope(
    'spans',
    anEnvelopeOf(aContainer([{ number: 4, data: { 'http.url': '/x?token=1' } }, { number: 5 }])),
  ),
  envelope('logs', anEnvelopeOf(aLogContainer(['one', 'two']))),
  envelope('otel log', anEnvelopeOf(otelLog)),
  envelope('metrics', anEnvelopeOf(aMetricContainer([{}, { type: 'gauge' }]))),
  envelope('sessions', anEnvelopeOf(aSession(), aggregatedSessions())),
  envelope('feedback', anEnvelopeOf(aFeedback(), aUserReport())),
  envelope('check-in', anEnvelopeOf(aCheckIn())),
  envelope('client report', anEnvelopeOf(clientReport)),
  envelope(
    'attachment',
    withAttachment(bytesOf(sampleEnvelope(13, EVENT_ID).trimEnd()), new Uint8Array(300).fill(7)),
  ),
  envelope(
    'unknown',
    anEnvelopeOf({ type: 'replay_event', payload: {} }, { type: 'nobody_knows', payload: {} }),
  ),
  envelope('all of them', anEnvelopeOf(...ONE_OF_EACH)),
  other('store', JSON.stringify({ event_id: EVENT_ID, message: 'an old one', logger: 'root' })),
  other(
    'store',
    deflateSync(JSON.stringify({ event_id: EVENT_ID, message: 'a packed one' })).toString('base64'),
  ),
  other('security', JSON.stringify(report), { userAgent: 'Mozilla/5.0' }),
  other('security', JSON.stringify(reports), { query: { sentry_release: 'shop@1' } }),
  other('nel', JSON.stringify([{ type: 'network-error', body: {} }])),
  other('check_in', JSON.stringify({ status: 'ok', duration: 3 }), {
    slug: 'nightly',
    query: { status: 'ok' },
  }),
  other('minidump', aDump()),
  other('minidump', aForm(dumpFields()), { contentType: FORM_TYPE }),
  ...(['application/json', 'application/x-protobuf'] as const).flatMap((contentType) => [
    other('otlp_traces', anOtlpTrace([{ spanId: '1'.repeat(16), events: [exceptionEvent()] }], contentType), {
      contentType,
    }),
    other('otlp_metrics', anOtlpMetric([{ dataPointType: 'sum', value: 2 }, aHistogram()], contentType), {
      contentType,
    }),
    other('otlp_logs', anOtlpLog([{ attributes: { 'exception.type': 'E' } }, {}], contentType), {
      contentType,
    }),
  ]),
]

/** A dump's id is its hash, so it has an id of its case. */
function aDump(): Buffer {
  return aMinidump({ modules: [{ ...SHOP_EXE, pdb: EVENT_ID }] })
}

/** As sentry-native's Crashpad sends it. */
function dumpFields(): FormField[] {
  const crumb = { timestamp: '2026-09-21T13:53:00Z', message: 'opened the cart', data: { items: [1, 2.5] } }
  return [
    ['sentry', JSON.stringify({ release: 'shop@1', tags: { shop: 'north' } })],
    ['__sentry-event', toMessagePack({ event_id: EVENT_ID, user: { id: 'u1' } }), '__sentry-event'],
    ['__sentry-breadcrumb1', toMessagePack(crumb), '__sentry-breadcrumb1'],
    ['upload_file_minidump', aDump(), 'a.dmp'],
  ]
}

/** Metrics have lists of numbers too. */
function aHistogram(): MetricParts {
  const buckets = { boundaries: [10, 100], counts: [1, 2, 1] }
  return { dataPointType: 'histogram', value: { buckets, count: 4, sum: 220, min: 4, max: 130 } }
}

function exceptionEvent() {
  return { name: 'exception', attributes: { 'exception.type': 'E', 'exception.message': 'no price' } }
}

function envelope(name: string, body: Uint8Array): Sample {
  return { name, format: 'envelope', body: new Uint8Array(body) }
}

function other(
  format: Sample['format'],
  body: string | Uint8Array,
  hints: NonNullable<Submission['hints']> = {},
): Sample {
  return {
    name: format,
    format,
    body: new Uint8Array(typeof body === 'string' ? bytesOf(body) : body),
    hints,
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export const SAMPLE_COUNT = SAMPLES.length

/** Any of the samples, with ids that are of this case alone. */
export function sampleOf(number: number): Sample {
  const sample = SAMPLES[number % SAMPLES.length]
  if (!sample) throw new Error('Cannot take sample: there is none')
  // One byte, one character: whatever it holds, it comes out the same.
  let text = Buffer.from(sample.body).toString('latin1')
  IDS.forEach((id, index) => {
    text = text.replaceAll(id, `${index + 1}${number.toString(16).padStart(31, '0')}`)
  })
  text = text.replaceAll(OTEL_TRACE, number.toString(16).padStart(32, '0'))
  return { ...sample, body: new Uint8Array(Buffer.from(text, 'latin1')) }
}
