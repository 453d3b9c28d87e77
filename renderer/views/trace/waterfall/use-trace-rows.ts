import { useCallback, useRef, useState } from 'react'
import { fetchTrace } from '#renderer/views/trace/fetch-trace.ts'
import type { TraceAddress } from '#renderer/views/trace/trace-address.ts'
import type { PlacedRow, ShownTrace } from '#server/traces/waterfall/show-trace.ts'

/** The same size as in server/traces/waterfall/show-trace.ts. */
const ROWS_A_CHUNK = 500

/** The rows of a trace by index: those of the document, and those that were fetched since. */
export function useTraceRows(trace: ShownTrace, address: TraceAddress) {
  const [rows, setRows] = useState<ReadonlyMap<number, PlacedRow>>(() => placesOf(trace.rows))
  const asked = useRef(new Set<number>())

  /** Loads these rows and their neighbours. Each chunk is requested once, and again after an error. */
  const want = useCallback(
    (from: number, to: number) => {
      const first = Math.floor(Math.max(0, from) / ROWS_A_CHUNK)
      const last = Math.floor(Math.min(to, trace.rowCount - 1) / ROWS_A_CHUNK)
      for (let chunk = first; chunk <= last; chunk++) {
        if (asked.current.has(chunk) || trace.rows.length === trace.rowCount) continue
        asked.current.add(chunk)
        void fetchTrace(trace.traceId, address, chunk).then((found) => {
          if (found === undefined) asked.current.delete(chunk)
          else setRows((known) => new Map([...known, ...placesOf(found.rows)]))
        })
      }
    },
    [trace, address],
  )
  return { rows, want }
}

function placesOf(rows: readonly PlacedRow[]): Map<number, PlacedRow> {
  return new Map(rows.map((row) => [row.index, row]))
}
