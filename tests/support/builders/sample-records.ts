import type { StoredRecord } from '#server/processing/record.ts'
import { type SampleItem, TRACE_ID, toAttributes } from './sample-traces.ts'

export const RECEIVED_AT = 1_790_000_100_000
const SECONDS = 1_790_000_000

/** As @sentry/node 10.78 sends them: core/build/cjs/logs/internal.js, logs/envelope.js. */
export function aLogContainer(bodies: string[], more: Record<string, unknown> = {}): SampleItem {
  const items = bodies.map((body, index) => ({
    timestamp: SECONDS + index / 1000,
    level: 'warn',
    body,
    trace_id: TRACE_ID,
    severity_number: 13,
    attributes: toAttributes({
      'sentry.release': 'shop@1.4.0',
      'sentry.environment': 'production',
      'sentry.sdk.name': 'sentry.javascript.node',
      'sentry.timestamp.sequence': index,
      cart: 7,
    }),
    ...more,
  }))
  const headers = { item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' }
  return { type: 'log', headers, payload: { items } }
}

/** As @sentry/node 10.78 sends them: core/build/cjs/metrics/internal.js. */
export function aMetricContainer(metrics: Record<string, unknown>[]): SampleItem {
  const items = metrics.map((metric, index) => ({
    timestamp: SECONDS + index / 1000,
    trace_id: TRACE_ID,
    span_id: 'b'.repeat(16),
    name: 'orders',
    type: 'counter',
    value: 1,
    attributes: toAttributes({ 'sentry.release': 'shop@1.4.0', route: '/cart' }),
    ...metric,
  }))
  const content_type = 'application/vnd.sentry.items.trace-metric+json'
  return { type: 'trace_metric', headers: { item_count: items.length, content_type }, payload: { items } }
}

/** As @sentry/core 7 to 11 send it: sessionToJSON() in session.js. */
export function aSession(more: Record<string, unknown> = {}): SampleItem {
  const payload = {
    sid: '5'.repeat(32),
    init: true,
    started: '2026-09-21T14:13:20.000Z',
    timestamp: '2026-09-21T14:13:20.000Z',
    status: 'ok',
    errors: 0,
    did: 'user-1',
    duration: 0,
    attrs: { release: 'shop@1.4.0', environment: 'production' },
    ...more,
  }
  return { type: 'session', payload }
}

/** https://develop.sentry.dev/sdk/telemetry/sessions/#session-aggregates-payload */
export function aggregatedSessions(more: Record<string, unknown> = {}): SampleItem {
  const payload = {
    aggregates: [{ started: '2026-09-21T14:00:00.000Z', exited: 5, errored: 2, crashed: 1 }],
    attrs: { release: 'shop@1.4.0', environment: 'production' },
    ...more,
  }
  return { type: 'sessions', payload }
}

/** As @sentry/core 8 to 11 send it: captureFeedback() in feedback.js. */
export function aFeedback(more: Record<string, unknown> = {}): SampleItem {
  const payload = {
    event_id: 'f'.repeat(32),
    type: 'feedback',
    timestamp: SECONDS,
    platform: 'javascript',
    release: 'shop@1.4.0',
    environment: 'production',
    contexts: {
      trace: { trace_id: TRACE_ID, span_id: 'b'.repeat(16) },
      feedback: {
        message: 'The cart is empty',
        name: 'Ada',
        contact_email: 'ada@shop.example',
        url: 'https://shop.example/cart?token=s3cret',
        source: 'widget',
        associated_event_id: '7'.repeat(32),
        ...more,
      },
    },
  }
  return { type: 'feedback', payload }
}

/** As @sentry/browser 7 sends it: createUserFeedbackEnvelope(). */
export function aUserReport(more: Record<string, unknown> = {}): SampleItem {
  const payload = {
    event_id: '7'.repeat(32),
    name: 'Ada',
    email: 'ada@shop.example',
    comments: 'It broke',
    ...more,
  }
  return { type: 'user_report', payload }
}

/** As @sentry/core 7 to 11 send it: captureCheckIn() in server-runtime-client.js. */
export function aCheckIn(more: Record<string, unknown> = {}): SampleItem {
  const payload = {
    check_in_id: 'c'.repeat(32),
    monitor_slug: 'nightly-report',
    status: 'in_progress',
    release: 'shop@1.4.0',
    environment: 'production',
    monitor_config: {
      schedule: { type: 'crontab', value: '0 3 * * *' },
      checkin_margin: 5,
      max_runtime: 30,
      timezone: 'Europe/Vienna',
      failure_issue_threshold: 2,
      recovery_threshold: 1,
    },
    contexts: { trace: { trace_id: TRACE_ID } },
    ...more,
  }
  return { type: 'check_in', payload }
}

/** An envelope with raw bytes as its last item. */
export function withAttachment(
  envelope: Uint8Array,
  bytes: Uint8Array,
  headers: Record<string, unknown> = {},
): Uint8Array {
  const header = { type: 'attachment', length: bytes.length, filename: 'screenshot.png', ...headers }
  return new Uint8Array(
    Buffer.concat([envelope, Buffer.from(`\n${JSON.stringify(header)}\n`), bytes, Buffer.from('\n')]),
  )
}

export function recordsOf<Kind extends StoredRecord['kind']>(records: StoredRecord[], kind: Kind) {
  return records.filter((record): record is Extract<StoredRecord, { kind: Kind }> => record.kind === kind)
}
