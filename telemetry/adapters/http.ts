import { categoryOf, countItem, type TelemetryAdapter, type TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { originalOf } from '../instrument/wrap.ts'
import { limits } from '../limits.ts'
import { createDiscards, type DiscardReason, type Discards } from '../transport/client-report.ts'
import type { OfflineQueue } from '../transport/offline-queue.ts'
import { createRateLimits } from '../transport/rate-limits.ts'
import { createSendBuffer } from '../transport/send-buffer.ts'

export interface HttpAdapterOptions {
  discards?: Discards | undefined
  clock?: Clock
  fetch?: typeof fetch
  /**
   * For pages: sends without an answer while the page is being left, or returns false if it cannot. Other
   * requests are sent even if the page is closed.
   */
  beacon?: (url: string, body: HttpMessage['body']) => boolean
  /** Keeps items while there is no connection. Without a queue they are counted as lost. */
  queue?: OfflineQueue | undefined
}

interface HttpMessage {
  url: string
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Aborts the request at another time than our own limit. */
  signal?: AbortSignal
  /** Finds a refusal in a successful answer, and returns a description of it. */
  findRefusal?: (response: Response) => Promise<string | undefined>
}

/**
 * Posts each item as `write` serializes it, and ignores items for which `write` returns nothing. It sends
 * no more at once than the buffer holds, and nothing that the server asked to hold back. Errors of `write`
 * are thrown. Its own requests are not recorded.
 */
export function createHttpAdapter(
  name: string,
  write: (item: TelemetryItem) => HttpMessage | undefined,
  options: HttpAdapterOptions,
): TelemetryAdapter {
  const { discards = createDiscards(), clock = Date.now, queue } = options
  // This calls the original `fetch`, because sending a report must not leave a breadcrumb.
  const send = options.fetch ?? originalOf(fetch)
  const buffer = createSendBuffer()
  const rateLimits = createRateLimits(clock)
  let bytes = 0
  let closed = false

  const lose = (reason: DiscardReason, item: TelemetryItem, detail?: string): void =>
    countItem(discards, reason, item, detail)

  const post = async (item: TelemetryItem, { url, findRefusal, ...init }: HttpMessage) => {
    // Browsers refuse keepalive requests beyond a quota, so further ones are sent without keepalive.
    const size = options.beacon ? new Blob([init.body]).size : limits.keepaliveBytes
    const keepalive = buffer.size() < limits.keepaliveRequests - 1 && bytes + size < limits.keepaliveBytes
    if (keepalive) bytes += size
    try {
      const response = await send(url, {
        method: 'POST',
        signal: AbortSignal.timeout(limits.sendTimeoutMs),
        ...init,
        keepalive,
        referrerPolicy: 'strict-origin',
      })
      const { ok, status } = response
      rateLimits.update(response)
      const refusal = ok ? await findRefusal?.(response) : `${status}`
      response.body?.cancel().catch(() => {}) // An unread body would keep its connection open.
      // The server itself counts what it answers with 429.
      if (refusal && status !== 429) lose('send_error', item, refusal)
      if (ok) queue?.resume()
    } catch {
      if (!queue?.put(item)) lose('network_error', item)
    }
    if (keepalive) bytes -= size
  }

  const deliver = (item: TelemetryItem): void => {
    if (rateLimits.isLimited(categoryOf(item))) lose('ratelimit_backoff', item)
    else {
      const message = write(item)
      const isLeft = !message || options.beacon?.(message.url, message.body)
      if (!isLeft && (closed || !buffer.add(() => post(item, message)))) lose('queue_overflow', item)
    }
  }

  const adapter: TelemetryAdapter = {
    name,
    deliver,
    flush: buffer.flush,
    close(timeoutMs) {
      closed = true
      return buffer.flush(timeoutMs)
    },
  }
  return queue?.attach(adapter, lose) ?? adapter
}
