import { categoryOf, type TelemetryAdapter } from '../adapter.ts'
import { createDiscards, type Discards } from '../client-report.ts'
import type { Clock } from '../clock.ts'
import { parseDsn } from '../dsn.ts'
import { writeEnvelope } from '../envelope.ts'
import { createSendBuffer } from '../send-buffer.ts'

export interface InProcessAdapterOptions {
  /** Takes an envelope as ingest would from the network; resolves when it is stored. */
  submit: (envelope: Uint8Array) => Promise<void>
  /** For the envelope's header, where `submit` wants to know the project's key. */
  dsn?: string
  discards?: Discards
  clock?: Clock
}

/** Hands envelopes to a desk in the same process: no socket, no port to know, the same bytes. */
export function createInProcessAdapter(options: InProcessAdapterOptions): TelemetryAdapter {
  const { discards = createDiscards(), clock = Date.now } = options
  const dsn = options.dsn === undefined ? undefined : parseDsn(options.dsn)
  const buffer = createSendBuffer()
  let closed = false
  return {
    name: 'in-process',
    deliver(item) {
      const category = categoryOf(item)
      const submit = async (): Promise<void> => {
        try {
          await options.submit(writeEnvelope(item, clock, dsn))
        } catch {
          discards.count('send_error', category, 'it could not be stored')
        }
      }
      if (closed) discards.count('queue_overflow', category, 'the adapter is closed')
      else if (!buffer.add(submit)) discards.count('queue_overflow', category)
    },
    flush: (timeoutMs) => buffer.flush(timeoutMs),
    close(timeoutMs) {
      closed = true
      return buffer.flush(timeoutMs)
    },
  }
}
