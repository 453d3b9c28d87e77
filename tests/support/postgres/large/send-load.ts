import { setTimeout as pause } from 'node:timers/promises'
import type { Writer } from '#server/writer/writer.ts'
import { anEnvelopeOf, toAttributes } from '#tests/support/builders/sample-traces.ts'
import { type Kind, nextBody } from '#tests/support/fill/ingest-load.ts'
import type { OwnServer } from '#tests/support/postgres/own-server.ts'

const IN_FLIGHT = 512
/** A log for every second event. */
const LOGS = 10
const EVENTS_A_LOG_ENVELOPE = 20
const LEVELS = ['debug', 'info', 'info', 'info', 'warn', 'error']
const encoder = new TextEncoder()
let logged = 0
let made = 0

interface Sending {
  kind: Kind
  events: number
  withLogs?: boolean
  /** When an event arrives that is this share of all. */
  arrivalOf?: (share: number) => number
  /** Events a second; as many as can be, if it is not given. */
  rate?: number
}

/** Sends new events to the writer, and returns when all are stored. */
export async function sendEvents(
  writer: Writer,
  { kind, events, withLogs, arrivalOf, rate }: Sending,
): Promise<void> {
  let sent = 0
  const startedAt = performance.now()

  async function submit(body: Uint8Array, receivedAt: number): Promise<void> {
    const result = await writer.submit({ projectId: 1, keyId: 1, receivedAt, body })
    if (result.status !== 200) throw new Error(`Cannot trust the run: ${JSON.stringify(result)}`)
  }

  async function sendSome(): Promise<void> {
    while (sent < events) {
      const place = sent++
      if (rate !== undefined) await pause(Math.max(0, startedAt + (place / rate) * 1_000 - performance.now()))
      const receivedAt = arrivalOf?.(place / events) ?? Date.now()
      const body = withDigest(nextBody(kind))
      await submit(encoder.encode(arrivalOf ? placed(body, receivedAt) : body), receivedAt)
      if (withLogs && place % EVENTS_A_LOG_ENVELOPE === 0) await submit(logEnvelope(receivedAt), receivedAt)
    }
  }

  await Promise.all(Array.from({ length: IN_FLIGHT }, sendSome))
}

/** Waits until everything that is stored is counted. */
export async function awaitCounts(server: OwnServer, database: string, writer: Writer): Promise<void> {
  for (;;) {
    const [row] = await server.query('select exists (select from journal) as waits', database)
    if (writer.foldLagMs() === 0 && row?.waits === false) return
    await pause(20)
  }
}

/** Its times are shortly before it arrives, and an error has a trace of its own. */
function placed(body: string, receivedAt: number): string {
  const first = Number(/\b179\d{7}\b/.exec(body)?.[0] ?? 0)
  const shift = Math.floor(receivedAt / 1_000) - 5 - first
  const traceId = made.toString(16).padStart(32, 'c')
  return body
    .replaceAll(/\b179\d{7}(?:\.\d+)?\b/g, (time) => (Number(time) + shift).toFixed(4))
    .replace(
      /"trace":\{"trace_id":"[0-9a-f]{32}","span_id":"0/,
      `"trace":{"trace_id":"${traceId}","span_id":"0`,
    )
}

/** Every eleventh error has one. Transactions have no such context. */
function withDigest(body: string): string {
  if (++made % 11 !== 0) return body
  return body.replace('"extra":{', `"extra":{"digest":"${1_000_000_000 + made}",`)
}

function logEnvelope(at: number): Uint8Array {
  const items = Array.from({ length: LOGS }, () => {
    const order = ++logged
    return {
      timestamp: at / 1_000 + (order % 1_000) / 1_000,
      level: LEVELS[order % LEVELS.length],
      body: `order ${order} ${order % 9 === 0 ? 'waits for its payment' : 'placed'} in ${order % 901} ms`,
      attributes: toAttributes({ order, 'http.route': '/checkout', 'sentry.environment': 'production' }),
    }
  })
  const headers = { item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' }
  return anEnvelopeOf({ type: 'log', headers, payload: { items } })
}
