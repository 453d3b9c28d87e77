import { useCallback, useRef, useState } from 'react'
import type { PlacedRow, ShownTrace } from '../../../server/waterfall/show-trace.ts'
import { fetchTrace } from './fetch-trace.ts'
import type { TraceAddress } from './trace-address.ts'

/** As the server cuts them: server/waterfall/show-trace.ts. */
const ROWS_A_CHUNK = 500

/** The rows of a trace by their places: those of the document, and what was fetched since. */
export function useTraceRows(trace: ShownTrace, address: TraceAddress) {
  const rows = useRef<Map<number, PlacedRow>>(undefined)
  rows.current ??= new Map(trace.rows.map((row) => [row.index, row]))
  const asked = useRef(new Set<number>())
  const [, rerender] = useState(0)

  /** Sees to it that these rows come, and those around them: asked for once, and again when that failed. */
  const want = useCallback(
    (from: number, to: number) => {
      const first = Math.floor(Math.max(0, from) / ROWS_A_CHUNK)
      const last = Math.floor(Math.min(to, trace.rowCount - 1) / ROWS_A_CHUNK)
      for (let chunk = first; chunk <= last; chunk++) {
        if (asked.current.has(chunk) || isWhole(rows.current, chunk, trace.rowCount)) continue
        asked.current.add(chunk)
        void fetchTrace(trace.traceId, address, chunk).then((found) => {
          if (found === undefined) asked.current.delete(chunk)
          for (const row of found?.rows ?? []) rows.current?.set(row.index, row)
          rerender((count) => count + 1)
        })
      }
    },
    [trace, address],
  )
  const rowAt = useCallback((index: number) => rows.current?.get(index), [])
  return { rowAt, want }
}

function isWhole(rows: Map<number, PlacedRow> | undefined, chunk: number, rowCount: number): boolean {
  const end = Math.min((chunk + 1) * ROWS_A_CHUNK, rowCount)
  for (let index = chunk * ROWS_A_CHUNK; index < end; index++) if (!rows?.has(index)) return false
  return true
}
