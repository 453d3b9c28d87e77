import { describe, expect, it } from 'vitest'
import { hashUser } from '#server/processing/user-hash.ts'
import { limits } from '#server/protocol/limits.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  aUserReport,
  RECEIVED_AT,
  recordsOf,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import {
  anEnvelopeOf,
  type SampleItem,
  TRACE_ID,
  toAttributes,
} from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const context = { receivedAt: RECEIVED_AT, newEventId: () => 'd'.repeat(32) }
const process = (...items: SampleItem[]) => processEnvelope(anEnvelopeOf(...items), context)

const invalid = (category: string, reason: string, quantity = 1) => ({
  category,
  outcome: 'invalid',
  reason,
  quantity,
})

describe('logs', () => {
  it('are read from a container', () => {
    const { records, outcomes } = process(aLogContainer(['stock is low']))
    expect(outcomes).toEqual([])
    expect(records).toEqual([
      {
        kind: 'log',
        timestampUs: 1_790_000_000_000_000,
        level: 'warn',
        body: 'stock is low',
        traceId: TRACE_ID,
        spanId: null,
        release: 'shop@1.4.0',
        environment: 'production',
        attributes: {
          'sentry.sdk.name': 'sentry.javascript.node',
          'sentry.timestamp.sequence': 0,
          cart: 7,
        },
        contentHash: expect.any(Number),
      },
    ])
  })

  it('take their level from the number where it has no name that we know', () => {
    const levels = [
      [{ level: 'WARNING' }, 'warn'],
      [{ level: 'notice', severity_number: 10 }, 'info'],
      [{ level: undefined, severity_number: 24 }, 'fatal'],
      [{ level: undefined, severity_number: 1 }, 'trace'],
      [{ level: null, severity_number: 99 }, 'info'],
    ] as const
    for (const [more, level] of levels) {
      const [log] = recordsOf(process(aLogContainer(['x'], more)).records, 'log')
      expect(log?.level).toBe(level)
    }
  })

  it('lose what cannot be read, and what is too much, one by one', () => {
    const container = aLogContainer(Array.from({ length: limits.recordsPerItem + 3 }, () => 'same'))
    const items = (container.payload as { items: unknown[] }).items
    items.splice(0, 2, null, { body: 'no time' })
    const { records, outcomes } = process(container)
    expect(records).toHaveLength(limits.recordsPerItem - 2)
    expect(outcomes).toEqual([
      invalid('log_item', 'invalid_log_item', 2),
      invalid('log_item', 'too_many_items', 3),
    ])
  })

  it('are told apart where they say the same at the same time', () => {
    const twice = aLogContainer(['x', 'x'], { timestamp: 1_790_000_000, attributes: {} })
    const [one, other] = recordsOf(process(twice).records, 'log')
    expect(one?.contentHash).not.toBe(other?.contentHash)
    const again = recordsOf(process(twice).records, 'log')
    expect(again).toEqual([one, other])
  })

  it('are read in OpenTelemetry’s shape, as @sentry/browser 9.10 sent them', () => {
    const payload = {
      severity_text: 'error',
      severity_number: 17,
      body: { stringValue: 'no stock' },
      time_unix_nano: '1790000000123456789',
      trace_id: TRACE_ID,
      attributes: [
        { key: 'cart', value: { intValue: '7' } },
        { key: 'sentry.release', value: { stringValue: 'shop@1.4.0' } },
      ],
    }
    expect(process({ type: 'otel_log', payload }).records).toMatchObject([
      {
        body: 'no stock',
        level: 'error',
        timestampUs: 1_790_000_000_123_457,
        attributes: { cart: 7 },
        release: 'shop@1.4.0',
      },
    ])
  })

  it('are scrubbed', () => {
    const attributes = toAttributes({ password: 'hunter2', url: '/?token=abc' })
    const [log] = recordsOf(process(aLogContainer(['GET /?token=abc'], { attributes })).records, 'log')
    expect(log).toMatchObject({
      body: 'GET /?token=[Filtered]',
      attributes: { password: '[Filtered]', url: '/?token=[Filtered]' },
    })
  })
})

describe('metrics', () => {
  it('are counters, gauges and distributions', () => {
    const { records, outcomes } = process(
      aMetricContainer([
        {},
        { type: 'gauge', value: -2.5, name: 'depth' },
        { type: 'distribution', value: 12, unit: 'millisecond' },
      ]),
    )
    expect(outcomes).toEqual([])
    expect(records).toMatchObject([
      { type: 'counter', name: 'orders', value: 1, unit: '', traceId: TRACE_ID, release: 'shop@1.4.0' },
      { type: 'gauge', name: 'depth', value: -2.5 },
      { type: 'distribution', value: 12, unit: 'millisecond', attributes: { route: '/cart' } },
    ])
  })

  it.each([[{ type: 'set' }], [{ value: '3' }], [{ value: null }], [{ name: '' }], [{ timestamp: 'soon' }]])(
    '%j is invalid',
    (more) => {
      const { records, outcomes } = process(aMetricContainer([more]))
      expect(records).toEqual([])
      expect(outcomes).toEqual([invalid('trace_metric', 'invalid_trace_metric')])
    },
  )
})

describe('sessions', () => {
  it('are read as they stand', () => {
    expect(process(aSession({ status: 'exited', duration: 1.5, seq: 3 })).records).toEqual([
      {
        kind: 'session',
        sessionId: '5'.repeat(32),
        sequence: 3,
        health: 'healthy',
        hasEnded: true,
        errors: 0,
        startedAt: 1_790_000_000_000,
        durationMs: 1500,
        release: 'shop@1.4.0',
        environment: 'production',
        userHash: hashUser('user-1'),
        anr: null,
      },
    ])
  })

  it.each([
    [{ status: 'ok' }, 'healthy', false],
    [{ status: undefined }, 'healthy', false],
    [{ status: 'ok', errors: 2 }, 'errored', false],
    [{ status: 'exited', errors: 1 }, 'errored', true],
    [{ status: 'errored' }, 'errored', true],
    [{ status: 'crashed', errors: 1 }, 'crashed', true],
    [{ status: 'unhandled', errors: 1 }, 'unhandled', true],
    [{ status: 'abnormal', errors: 1 }, 'abnormal', true],
  ])('%j: %s', (more, health, hasEnded) => {
    expect(process(aSession(more)).records).toMatchObject([{ health, hasEnded }])
  })

  it('number their updates by the time where the SDK does not', () => {
    const [session] = recordsOf(process(aSession()).records, 'session')
    expect(session?.sequence).toBe(1_790_000_000_000)
  })

  it('begin no later than now, and last no longer than can be', () => {
    const records = process(aSession({ started: '2040-01-01T00:00:00Z', duration: -1 })).records
    expect(records).toMatchObject([{ startedAt: RECEIVED_AT, durationMs: null }])
  })

  it('come counted, too', () => {
    expect(process(aggregatedSessions()).records).toEqual([
      {
        kind: 'session_counts',
        release: 'shop@1.4.0',
        environment: 'production',
        counts: [
          { startedAt: 1_789_999_200_000, health: 'healthy', quantity: 5, userHash: null },
          { startedAt: 1_789_999_200_000, health: 'errored', quantity: 2, userHash: null },
          { startedAt: 1_789_999_200_000, health: 'crashed', quantity: 1, userHash: null },
        ],
      },
    ])
  })

  it.each([
    [aSession({ sid: 'mine' }), 'invalid_session'],
    [aSession({ status: 'fine' }), 'invalid_session'],
    [aSession({ attrs: {} }), 'no_release'],
    [aggregatedSessions({ attrs: null }), 'no_release'],
    [aggregatedSessions({ aggregates: [] }), 'invalid_session'],
    [aggregatedSessions({ aggregates: new Array(limits.sessionAggregates + 1).fill({}) }), 'too_many_items'],
  ])('%j is invalid: %s', (item, reason) => {
    const { answer, outcomes, records } = process(item)
    expect(answer.status).toBe(400)
    expect(records).toEqual([])
    expect(outcomes).toEqual([invalid('session', reason)])
  })
})

describe('feedback', () => {
  it('is about an event', () => {
    const { answer, records } = process(aFeedback())
    expect(answer).toEqual({ status: 200, id: 'f'.repeat(32) })
    expect(records).toEqual([
      {
        kind: 'feedback',
        feedbackId: 'f'.repeat(32),
        eventId: '7'.repeat(32),
        timestamp: 1_790_000_000_000,
        message: 'The cart is empty',
        name: 'Ada',
        email: 'ada@shop.example',
        url: 'https://shop.example/cart?token=[Filtered]',
        source: 'widget',
        traceId: TRACE_ID,
        release: 'shop@1.4.0',
        environment: 'production',
      },
    ])
  })

  it('comes as a user report from older SDKs', () => {
    const [one] = recordsOf(process(aUserReport()).records, 'feedback')
    expect(one).toMatchObject({
      feedbackId: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventId: '7'.repeat(32),
      message: 'It broke',
      email: 'ada@shop.example',
      source: 'user_report',
    })
    const [same] = recordsOf(process(aUserReport()).records, 'feedback')
    const [other] = recordsOf(process(aUserReport({ comments: 'Again' })).records, 'feedback')
    expect(same?.feedbackId).toBe(one?.feedbackId)
    expect(other?.feedbackId).not.toBe(one?.feedbackId)
  })

  it.each([
    [aFeedback({ message: ' ' }), 'no_message'],
    [aUserReport({ comments: undefined }), 'invalid_feedback'],
    [aUserReport({ event_id: 'none' }), 'invalid_feedback'],
  ])('%j is invalid: %s', (item, reason) => {
    expect(process(item).outcomes).toEqual([invalid('feedback', reason)])
  })
})

describe('check-ins', () => {
  it('bring their monitor', () => {
    expect(process(aCheckIn()).records).toEqual([
      {
        kind: 'check_in',
        checkInId: 'c'.repeat(32),
        newId: 'd'.repeat(32),
        monitorSlug: 'nightly-report',
        status: 'in_progress',
        durationMs: null,
        timestamp: RECEIVED_AT,
        traceId: TRACE_ID,
        release: 'shop@1.4.0',
        environment: 'production',
        monitorConfig: {
          schedule: { type: 'crontab', value: '0 3 * * *' },
          checkInMarginMinutes: 5,
          maxRuntimeMinutes: 30,
          timezone: 'Europe/Vienna',
          failureIssueThreshold: 2,
          recoveryThreshold: 1,
        },
      },
    ])
  })

  it.each([
    [
      { schedule: { type: 'interval', value: 2, unit: 'hour' } },
      { type: 'interval', value: 2, unit: 'hour' },
    ],
    [{ schedule: { type: 'interval', value: 0, unit: 'hour' } }, undefined],
    [{ schedule: { type: 'interval', value: 2, unit: 'fortnight' } }, undefined],
    [{ schedule: { type: 'crontab', value: 7 } }, undefined],
    [{}, undefined],
    ['daily', undefined],
  ])('count with a schedule of %j', (monitor_config, schedule) => {
    const [checkIn] = recordsOf(process(aCheckIn({ monitor_config, duration: 0.25 })).records, 'check_in')
    expect(checkIn?.monitorConfig?.schedule).toEqual(schedule)
    expect(checkIn?.durationMs).toBe(250)
  })

  it.each([
    [0, 0],
    [-5e-324, null],
    [-1, null],
    ['2', null],
    [1e12, null],
  ])('of %j seconds last %j ms', (duration, durationMs) => {
    const [checkIn] = recordsOf(process(aCheckIn({ duration })).records, 'check_in')
    expect(checkIn?.durationMs).toBe(durationMs)
  })

  it('may mean the latest one', () => {
    const [checkIn] = recordsOf(process(aCheckIn({ check_in_id: '0'.repeat(32) })).records, 'check_in')
    expect(checkIn?.checkInId).toBeNull()
  })

  it.each([
    [aCheckIn({ monitor_slug: '' }), 'no_monitor_slug'],
    [aCheckIn({ status: 'missed' }), 'invalid_check_in'],
  ])('%j is invalid: %s', (item, reason) => {
    expect(process(item).outcomes).toEqual([invalid('monitor', reason)])
  })
})

describe('attachments', () => {
  const event: SampleItem = {
    type: 'event',
    payload: { event_id: '7'.repeat(32), message: 'with a picture' },
  }
  const bytes = new Uint8Array([0, 10, 255, 10, 0])
  const envelope = (...items: SampleItem[]) => {
    const text = new TextDecoder().decode(anEnvelopeOf(...items))
    return new TextEncoder().encode(text.replace('{}', JSON.stringify({ event_id: '7'.repeat(32) })))
  }

  it('are bytes that belong to the event', () => {
    const headers = { content_type: 'image/png', attachment_type: 'event.view_hierarchy' }
    const { records, outcomes } = processEnvelope(withAttachment(envelope(event), bytes, headers), context)
    expect(outcomes).toEqual([{ category: 'error', outcome: 'accepted', reason: '', quantity: 1 }])
    expect(records).toEqual([
      {
        kind: 'attachment',
        eventId: '7'.repeat(32),
        filename: 'screenshot.png',
        contentType: 'image/png',
        attachmentType: 'event.view_hierarchy',
        bytes,
      },
    ])
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\dumps\\core.dmp', 'core.dmp'],
    ['a\u0000b\u202egnp.exe', 'a\ufffdbgnp.exe'],
    ['..', 'attachment'],
    [undefined, 'attachment'],
    [{ a: 1 }, 'attachment'],
  ])('are called %j: %s', (filename, shown) => {
    const { records } = processEnvelope(withAttachment(envelope(), bytes, { filename }), context)
    expect(records).toMatchObject([{ filename: shown }])
  })

  it('need an event', () => {
    const { answer, outcomes } = processEnvelope(withAttachment(anEnvelopeOf(), bytes), context)
    expect(answer.status).toBe(400)
    expect(outcomes).toEqual([invalid('attachment', 'no_event_id')])
  })

  it.each([
    [{ exception: { values: [{ value: 'Script error.' }] } }, 'filtered', 'script-error'],
    ['no event', 'invalid', 'invalid_json'],
  ])('are left out with their event: %j', (payload, outcome, reason) => {
    const body = withAttachment(envelope({ type: 'event', payload }), bytes)
    const { records, outcomes } = processEnvelope(body, context)
    expect(records).toEqual([])
    expect(outcomes).toMatchObject([
      { category: 'error', outcome, reason },
      { category: 'attachment', outcome, reason, quantity: 1 },
    ])
  })
})
