import { useEffect, useRef, useState } from 'react'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { fetchTrace } from './fetch-trace.ts'
import { TraceFilters } from './list/TraceFilters.tsx'
import { SpanPanel } from './SpanPanel.tsx'
import styles from './TraceBody.module.css'
import { formatTraceAddress, type TraceAddress } from './trace-address.ts'
import { Legend } from './waterfall/Legend.tsx'
import { Minimap } from './waterfall/Minimap.tsx'
import { Waterfall } from './waterfall/Waterfall.tsx'

/** The overview of a trace, its rows, and one of its spans beside them. */
export function TraceBody({ trace, address: given }: { trace: ShownTrace; address: TraceAddress }) {
  const [address, setAddress] = useState(given)
  const [span, setSpan] = useState(trace.span)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (span !== null && body.current) revealChosenRow(body.current)
  }, [span])

  /** Changes the view of the trace. The page stays the same, and only its address changes. */
  const change = (next: TraceAddress) => {
    setAddress(next)
    history.replaceState(history.state, '', tracePath(trace.traceId, formatTraceAddress(next)))
  }
  const open = (key: string) => {
    const next = { ...address, span: key }
    change(next)
    void fetchTrace(trace.traceId, next, 'none').then((found) => found?.span && setSpan(found.span))
  }
  const close = () => {
    change({ ...address, span: undefined })
    setSpan(null)
  }
  const pageAt = (at: number) => tracePath(trace.traceId, formatTraceAddress({ ...given, at }))
  const end = trace.at + trace.rows.length
  return (
    <div ref={body} className={styles.body} data-with-span={span !== null || undefined}>
      <section className={styles.card} aria-label={say.waterfall}>
        <Minimap trace={trace} address={address} />
        <TraceFilters trace={trace} address={address} />
        {trace.rowCount === 0 ? (
          <p className={styles.none}>{say.noRows}</p>
        ) : (
          <>
            <Waterfall trace={trace} address={address} onAddress={change} onOpen={open} />
            <Legend trace={trace} />
          </>
        )}
        {(trace.at > 0 || end < trace.visibleCount) && (
          <noscript>
            <div className={styles.pages}>
              <Pagination
                newest={trace.at > 0 ? pageAt(Math.max(0, trace.at - trace.rows.length)) : undefined}
                older={end < trace.visibleCount ? pageAt(end) : undefined}
                labels={[say.previousRows, say.nextRows]}
              />
            </div>
          </noscript>
        )}
      </section>
      {span !== null && <SpanPanel trace={trace} span={span} address={address} onClose={close} />}
    </div>
  )
}

/**
 * On a phone a span's panel covers the lower half of the window, so its row is scrolled to above the
 * panel.
 */
function revealChosenRow(body: Element): void {
  const row = body.querySelector('[role="row"][aria-selected="true"]')
  if (row === null || !matchMedia('(max-width: 720px)').matches) return
  if (row.getBoundingClientRect().bottom > window.innerHeight * HIGHEST_SHARE)
    row.scrollIntoView({ block: 'start' })
}

/** The share of the window that the panel and the tabs leave free. */
const HIGHEST_SHARE = 0.38
