import { categoryOf, type TelemetryAdapter, type TelemetryItem } from '../adapter.ts'
import { createDiscards, type Discards } from '../client-report.ts'
import type { Clock } from '../clock.ts'
import { envelopeUrl, parseDsn } from '../dsn.ts'
import { writeEnvelope } from '../envelope.ts'
import { originalOf } from '../instrument/wrap.ts'
import { limits } from '../limits.ts'
import { createRateLimits } from '../rate-limits.ts'
import { createSendBuffer } from '../send-buffer.ts'

export interface EnvelopeAdapterOptions {
  /** Throws at once when it is not a DSN. */
  dsn: string
  /** An address on the page's own origin that takes envelopes on: nothing blocks it there. */
  tunnelPath?: string
  /** For browsers: what was reported last leaves even if the page is closed. */
  keepalive?: boolean
  discards?: Discards
  clock?: Clock
  fetch?: typeof fetch
}

/** Posts envelopes to a DSN, Crumbtrail's or Sentry's, or to a tunnel. Records nothing about itself. */
export function createEnvelopeAdapter(options: EnvelopeAdapterOptions): TelemetryAdapter {
  const { discards = createDiscards(), clock = Date.now } = options
  const dsn = parseDsn(options.dsn)
  const url = options.tunnelPath || envelopeUrl(dsn)
  // Past any wrapper of ours: a report must not leave a breadcrumb of its own sending.
  const send = options.fetch ?? originalOf(globalThis.fetch).bind(globalThis)
  const buffer = createSendBuffer()
  const rateLimits = createRateLimits(clock)
  const keepalive = createKeepalive(options.keepalive === true)
  let closed = false

  const post = async (item: TelemetryItem): Promise<void> => {
    const category = categoryOf(item)
    let release: (() => void) | undefined
    try {
      const body = writeEnvelope(item, clock, dsn)
      release = keepalive.take(body.byteLength)
      const response = await send(url, {
        method: 'POST',
        body,
        keepalive: release !== undefined,
        referrerPolicy: 'strict-origin',
        signal: AbortSignal.timeout(limits.sendTimeoutMs),
      })
      rateLimits.update(response.status, (name) => response.headers.get(name))
      if (response.status >= 400 && response.status !== 429) {
        discards.count('send_error', category, `the server answered ${response.status}`)
      }
      await response.body?.cancel() // an unread body would hold its connection
    } catch {
      discards.count('network_error', category, 'it could not be sent')
    } finally {
      release?.()
    }
  }

  const flush = (timeoutMs: number): Promise<boolean> => buffer.flush(timeoutMs)
  return {
    name: 'envelope',
    deliver(item) {
      const category = categoryOf(item)
      if (closed) discards.count('queue_overflow', category, 'the adapter is closed')
      else if (rateLimits.isLimited(category)) discards.count('ratelimit_backoff', category)
      else if (!buffer.add(() => post(item))) discards.count('queue_overflow', category)
    },
    flush,
    close(timeoutMs) {
      closed = true
      return flush(timeoutMs)
    },
  }
}

/** Browsers fail a keepalive request beyond their quota, so what goes beyond it is sent without. */
function createKeepalive(wanted: boolean): { take(byteCount: number): (() => void) | undefined } {
  let bytes = 0
  let requests = 0
  return {
    take(byteCount) {
      if (!wanted || requests >= limits.keepaliveRequests) return undefined
      if (bytes + byteCount >= limits.keepaliveBytes) return undefined
      bytes += byteCount
      requests += 1
      return () => {
        bytes -= byteCount
        requests -= 1
      }
    },
  }
}
