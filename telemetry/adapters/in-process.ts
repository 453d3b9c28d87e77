import { countItem, type TelemetryAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { writeReduced } from '../errors/reduce-event.ts'
import { createDiscards, type Discards } from '../transport/client-report.ts'
import { formatDsn, parseDsn } from '../transport/dsn.ts'
import { writeEnvelope } from '../transport/envelope.ts'
import { createSendBuffer } from '../transport/send-buffer.ts'

export interface InProcessAdapterOptions {
  /** Accepts an envelope like one from the network, and resolves when it is stored. */
  submit: (envelope: Uint8Array) => Promise<void>
  /** The DSN for the envelope's header, if `submit` needs the project's key. */
  dsn?: string
  discards?: Discards
  clock?: Clock
}

/** Passes envelopes to a desk in the same process, without a socket or a port. The bytes are the same. */
export function createInProcessAdapter(options: InProcessAdapterOptions): TelemetryAdapter {
  const { discards = createDiscards(), clock = Date.now } = options
  const dsn = options.dsn === undefined ? undefined : formatDsn(parseDsn(options.dsn))
  const encoder = new TextEncoder()
  const buffer = createSendBuffer()
  let closed = false
  return {
    name: 'in-process',
    deliver(item) {
      const submit = async (): Promise<void> => {
        try {
          await options.submit(encoder.encode(writeEnvelope(item, clock, dsn, writeReduced)))
        } catch {
          countItem(discards, 'send_error', item, 'it could not be stored')
        }
      }
      if (closed) countItem(discards, 'queue_overflow', item, 'the adapter is closed')
      else if (!buffer.add(submit)) countItem(discards, 'queue_overflow', item)
    },
    flush: (timeoutMs) => buffer.flush(timeoutMs),
    close(timeoutMs) {
      closed = true
      return buffer.flush(timeoutMs)
    },
  }
}
