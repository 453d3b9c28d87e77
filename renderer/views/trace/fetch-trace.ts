import { payloadPath, tracePath } from '#renderer/paths.ts'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { formatTraceAddress, type TraceAddress } from './trace-address.ts'

/** More of the trace that is shown: `chunk` of its rows, or `none` of them. Undefined when it cannot be had. */
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
    // what the loader of the trace's page returns
    const answer = (await response.json()) as { data?: { page?: { trace?: ShownTrace } } }
    return answer.data?.page?.trace
  } catch {
    return undefined // offline: the rows stay blank, and are asked for again when they come into view
  }
}
