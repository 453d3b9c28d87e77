import type { TelemetryAdapter } from '../adapter.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { originalOf } from '../instrument/wrap.ts'
import type { TransactionEvent } from '../trace/transaction.ts'
import { formatStacks } from './stack-text.ts'

/**
 * Prints each event as one line with its stack below, and a transaction as one line. `write` gets the
 * whole text.
 */
export function createConsoleAdapter(write?: (text: string) => void): TelemetryAdapter {
  // This calls the original method, because what is printed here must not become a breadcrumb.
  const print = write ?? ((text: string) => originalOf(console.error).call(console, text))
  return {
    name: 'console',
    deliver(item) {
      if (item.type === 'event') print(formatEvent(item.payload))
      if (item.type === 'transaction') print(formatTransaction(item.payload))
    },
    flush: async () => true,
    close: async () => true,
  }
}

function formatEvent(event: TelemetryEvent): string {
  const outermost = event.exception?.values.at(-1)
  const what = outermost ? `${outermost.type}: ${outermost.value}` : (event.message ?? '')
  const digest = event.contexts?.error?.digest
  const codes = `${digest ? `digest ${String(digest)}, ` : ''}event ${event.event_id}`
  return [`[${event.level}] ${what} (${codes})`, ...formatStacks(event)].map(oneLine).join('\n')
}

function formatTransaction({
  transaction,
  start_timestamp,
  timestamp,
  contexts,
  spans,
}: TransactionEvent): string {
  const { op, status, trace_id } = contexts.trace
  const durationMs = Math.round((timestamp - start_timestamp) * 1000)
  const what = [op, transaction, `took ${durationMs} ms`, status].filter(Boolean).join(' ')
  return oneLine(`[trace] ${what} (trace ${trace_id}, ${spans.length} spans below)`)
}

/** A message may come from a stranger. It must not fake a line of the log or control the terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
