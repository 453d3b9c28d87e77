import { payloadPath, tracePath } from '#renderer/paths.ts'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { formatTraceAddress, type TraceAddress } from './trace-address.ts'

/** Loads more of the shown trace: `chunk` of its rows, or `none` of them. Undefined if that fails. */
export async function fetchTrace(
  traceId: string,
  address: TraceAddress,
  chunk: number | 'none',
  request: typeof fetch = fetch,
): Promise<ShownTrace | undefined> {
  const path = tracePath(traceId, { ...formatTraceAddress(address), chunk: String(chunk) })
  try {
    const response = await request(payloadPath(path), { headers: { accept: 'application/json' } })
    if (!response.ok) return undefined
    // The loader of the trace's page returns this.
    const answer = (await response.json()) as { data?: { page?: { trace?: ShownTrace } } }
    return answer.data?.page?.trace
  } catch {
    // The browser is offline. The rows stay blank and are requested again when they come into view.
    return undefined
  }
}
