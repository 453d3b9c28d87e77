import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { formatTraceAddress, type TraceAddress } from '#renderer/views/trace/trace-address.ts'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import styles from './Minimap.module.css'

/**
 * The whole trace, with the visible time marked. Two numbers change that time, or drawing over it where
 * scripts run.
 */
export function Minimap({ trace, address }: { trace: ShownTrace; address: TraceAddress }) {
  const link = useRef<HTMLAnchorElement>(null)
  const [drawn, setDrawn] = useState<[from: number, to: number]>()
  const [canDraw, setCanDraw] = useState(false)
  useEffect(() => setCanDraw(true), [])
  const { minimap, durationUs, marks } = trace
  if (minimap === null) return null
  const durationMs = durationUs / 1_000
  const { from = 0, to = durationMs, ...rest } = address
  const [shownFrom, shownTo] = drawn ?? [from / durationMs, Math.min(1, to / durationMs)]
  const pathOf = (range: { from?: number; to?: number }) =>
    tracePath(trace.traceId, formatTraceAddress({ ...rest, ...range, at: 0 }))

  const shareAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn([shareAt(event), shareAt(event)])
  }
  const finish = () => {
    if (drawn === undefined) return
    const [low, high] = [Math.min(...drawn), Math.max(...drawn)]
    setDrawn(undefined)
    if (high - low < SHORTEST_SHARE || link.current === null) return
    link.current.href = pathOf({ from: Math.floor(low * durationMs), to: Math.ceil(high * durationMs) })
    link.current.click()
  }
  const [low, high] = [Math.min(shownFrom, shownTo), Math.max(shownFrom, shownTo)]
  return (
    <div className={styles.minimap}>
      <div
        className={styles.box}
        data-can-draw={canDraw || undefined}
        onPointerDown={canDraw ? begin : undefined}
        onPointerMove={(event) => drawn && setDrawn([drawn[0], shareAt(event)])}
        onPointerUp={finish}
        onPointerCancel={() => setDrawn(undefined)}
      >
        <svg
          viewBox={`0 0 ${minimap.width} ${minimap.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={say.minimapLabel(durationMs, trace.spanCount)}
        >
          {minimap.paths.map(({ tone, d }) => (
            <path key={tone} d={d} data-tone={tone} data-bar />
          ))}
          {marks.map(({ name, atUs }) => (
            <rect
              key={`${name} ${atUs}`}
              x={(atUs / durationUs) * minimap.width}
              width="1"
              height={minimap.height}
            />
          ))}
        </svg>
        {(low > 0 || high < 1) && (
          <>
            <span className={styles.outside} style={{ left: 0, width: `${low * 100}%` }} />
            <span className={styles.outside} style={{ left: `${high * 100}%`, right: 0 }} />
          </>
        )}
        <a ref={link} href={pathOf({})} hidden data-prefetch="false">
          {say.zoom}
        </a>
      </div>
    </div>
  )
}

/** A shorter range is an accidental movement. */
const SHORTEST_SHARE = 0.005
