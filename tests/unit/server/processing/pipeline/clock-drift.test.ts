import { describe, expect, it } from 'vitest'
import { aSpanId, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const RECEIVED_SECONDS = 1_790_000_000
const MINUTE = 60
const HOUR = 3_600
const context = { receivedAt: RECEIVED_SECONDS * 1_000, newEventId: () => 'f'.repeat(32) }

/** `sentAt` in seconds since the epoch. */
function process(type: string, payload: object, sentAt: number | undefined) {
  const header = sentAt === undefined ? {} : { sent_at: new Date(sentAt * 1000).toISOString() }
  return read(header, { type }, payload)
}

function read(...lines: object[]) {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  return processEnvelope(new TextEncoder().encode(body), context)
}

/** What is stored of an event that happened a second before it was sent, with a breadcrumb ten seconds before that. */
function eventOf(sentAt: number, more: object = {}) {
  const breadcrumbs = [{ message: 'a', timestamp: sentAt - 11 }, { message: 'no time of its own' }]
  const processed = process('event', { timestamp: sentAt - 1, breadcrumbs, ...more }, sentAt)
  return processed.event?.event
}

const timesOf = (event: ReturnType<typeof eventOf>) => [
  event?.timestamp,
  ...(event?.breadcrumbs.values.map(({ timestamp }) => timestamp) ?? []),
]

describe('the clock of a device', () => {
  it.each([
    [
      'two days fast',
      RECEIVED_SECONDS + 48 * HOUR,
      '48 h fast; the event and its breadcrumbs are shown that much earlier',
    ],
    [
      'three hours slow',
      RECEIVED_SECONDS - 3 * HOUR,
      '3 h slow; the event and its breadcrumbs are shown that much later',
    ],
    [
      '56 minutes fast',
      RECEIVED_SECONDS + 56 * MINUTE,
      '56 min fast; the event and its breadcrumbs are shown that much earlier',
    ],
    [
      '55 minutes and a second slow',
      RECEIVED_SECONDS - 3_301,
      '55 min slow; the event and its breadcrumbs are shown that much later',
    ],
    [
      'an hour and a half fast',
      RECEIVED_SECONDS + 1.5 * HOUR,
      '1 h 30 min fast; the event and its breadcrumbs are shown that much earlier',
    ],
  ])('that is %s is corrected for events and breadcrumbs, and the event says so', (_name, sentAt, said) => {
    const event = eventOf(sentAt)
    expect(timesOf(event)).toEqual([RECEIVED_SECONDS - 1, RECEIVED_SECONDS - 11, RECEIVED_SECONDS - 1])
    expect(event?.ingestion_warnings).toEqual([`timestamp: the device's clock was ${said}`])
  })

  it.each([0, 3_299, 3_300, -3_299, -3_300])('that is %d seconds fast is believed', (seconds) => {
    const sentAt = RECEIVED_SECONDS + seconds
    const event = eventOf(sentAt)
    expect(timesOf(event)).toEqual([sentAt - 1, sentAt - 11, sentAt - 1])
    expect(event?.ingestion_warnings).toEqual([])
  })

  it('is believed if the envelope does not say when it was sent, or not as a time', () => {
    const timestamp = RECEIVED_SECONDS + 48 * HOUR
    expect(process('event', { timestamp }, undefined).event?.event.timestamp).toBe(timestamp)
    for (const sent_at of [null, 'soon', {}, -1, '', [0]]) {
      const { event } = read({ sent_at }, { type: 'event' }, { timestamp })
      expect(event?.event).toMatchObject({ timestamp, ingestion_warnings: [] })
    }
  })

  it('moves no time that comes from the desk itself', () => {
    const event = eventOf(RECEIVED_SECONDS - 48 * HOUR, { timestamp: undefined })
    expect(timesOf(event)).toEqual([RECEIVED_SECONDS, RECEIVED_SECONDS - 11, RECEIVED_SECONDS])
  })

  it('moves no time to where no date can be written for it', () => {
    const event = eventOf(10, { timestamp: 253_402_300_799, breadcrumbs: [] })
    expect(event?.timestamp).toBe(253_402_300_799)
  })

  it('keeps the microseconds of an event', () => {
    const sentAt = RECEIVED_SECONDS - 5 * HOUR
    const event = eventOf(sentAt, { timestamp: sentAt - 0.123456 })
    expect(event?.timestamp).toBe(RECEIVED_SECONDS - 0.123456)
  })

  const sentAt = RECEIVED_SECONDS + 48 * HOUR
  const [startUs, childUs] = [(RECEIVED_SECONDS - 2) * 1e6, (RECEIVED_SECONDS - 1.5) * 1e6]
  const ids = (number: number) => ({ trace_id: TRACE_ID, span_id: aSpanId(number) })

  it('is corrected for a transaction and its spans, which stay as long as they were', () => {
    const transaction = {
      transaction: '/',
      contexts: { trace: { ...ids(1), op: 'pageload' } },
      ...{ start_timestamp: sentAt - 2, timestamp: sentAt - 1 },
      spans: [{ ...ids(2), start_timestamp: sentAt - 1.5, timestamp: sentAt - 1.25 }],
    }
    expect(process('transaction', transaction, sentAt).spans).toMatchObject([
      { startUs, durationUs: 1_000_000 },
      { startUs: childUs, durationUs: 250_000 },
    ])
  })

  it('is corrected for streamed spans', () => {
    const items = [
      { ...ids(1), name: 'a', is_segment: true, start_timestamp: sentAt - 2, end_timestamp: sentAt - 1 },
      { ...ids(2), name: 'b', start_timestamp: sentAt - 1.5, end_timestamp: sentAt - 1.25 },
    ]
    expect(process('span', { version: 2, items }, sentAt).spans).toMatchObject([
      { startUs, durationUs: 1_000_000 },
      { startUs: childUs, durationUs: 250_000 },
    ])
  })
})
