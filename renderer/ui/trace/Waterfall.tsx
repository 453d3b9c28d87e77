// biome-ignore-all lint/a11y/useFocusableInteractive: a tree grid's rows have the focus, or what is in them
// biome-ignore-all lint/a11y/useSemanticElements: tables have no elements for trees, and these rows lie on a grid
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Fold } from '../../../server/waterfall/pick-rows.ts'
import type { PlacedRow, ShownTrace } from '../../../server/waterfall/show-trace.ts'
import { formatDuration } from '../../format-duration.ts'
import * as say from '../../texts/traces.ts'
import { type TraceAddress, toggleFold } from './trace-address.ts'
import { readTreeKey } from './tree-keys.ts'
import { useTraceRows } from './use-trace-rows.ts'
import { useWindow } from './use-window.ts'
import { countVisible, indexOf, isFolded, toggle, visibleOf } from './visible-rows.ts'
import styles from './Waterfall.module.css'
import { WaterfallRow } from './WaterfallRow.tsx'

interface WaterfallProps {
  trace: ShownTrace
  address: TraceAddress
  onAddress: (address: TraceAddress) => void
  onOpen: (key: string) => void
}

/**
 * The rows of a trace. The server sends a page of them, with links; where scripts run, the others come as they are
 * scrolled to, and only those in view are in the document.
 */
export function Waterfall({ trace, address, onAddress, onOpen }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [folds, setFolds] = useState<readonly Fold[]>(trace.folds)
  const [active, setActive] = useState(() => chosenOf(trace, address) ?? trace.at)
  const hasMoved = useRef(false)
  const { rowAt, want } = useTraceRows(trace, address)
  const visibleCount = countVisible(folds, trace.rowCount)
  const view = useWindow(scroller, visibleCount, trace.at)
  const first = view?.first ?? trace.at
  const count = view?.count ?? trace.rows.length

  useEffect(() => {
    if (view) want(indexOf(folds, view.first) - AHEAD, indexOf(folds, view.first + view.count) + AHEAD)
  }, [view, folds, want])
  useLayoutEffect(() => {
    if (!hasMoved.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-visible="${active}"]`)
    row?.focus({ preventScroll: true })
  })

  const fold = (row: PlacedRow, visible: number) => {
    setFolds(toggle(folds, [row.index, row.size]))
    setActive(visible)
    onAddress({ ...toggleFold(address, row.key, isFolded(folds, row.index)), at: 0 })
  }
  const open = (row: PlacedRow, visible: number) => {
    setActive(visible)
    if (row.kind === 'span') onOpen(row.key)
    else scroller.current?.querySelector<HTMLElement>(`[data-visible="${visible}"] a[href]`)?.click()
  }
  // the same functions for all that is drawn anew: rows that have not changed are left alone
  const acts = useRef({ fold, open })
  useLayoutEffect(() => {
    acts.current = { fold, open }
  })
  const [onToggle] = useState(() => (row: PlacedRow, visible: number) => acts.current.fold(row, visible))
  const [onOpenRow] = useState(() => (row: PlacedRow, visible: number) => acts.current.open(row, visible))
  const onKeyDown = (event: KeyboardEvent) => {
    if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const move = readTreeKey(event.key, {
      active,
      visibleCount,
      rowsAPage: Math.max(1, view.inView - 1),
      rowAt: (visible) => rowAt(indexOf(folds, visible)),
      isFolded: (row) => isFolded(folds, row.index),
    })
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation() // the page's own keys mean something else
    hasMoved.current = true
    if ('to' in move) {
      setActive(move.to)
      view.reveal(move.to)
      return
    }
    const visible = 'toggle' in move ? move.toggle : move.open
    const row = rowAt(indexOf(folds, visible))
    if (row === undefined) return
    if ('toggle' in move) fold(row, visible)
    else open(row, visible)
  }

  const places = Array.from(
    { length: Math.max(0, Math.min(count, visibleCount - first)) },
    (_, place) => first + place,
  )
  const reached = active >= first && active < first + count ? active : first
  return (
    <div ref={scroller} className={styles.scroller} style={rangeOf(trace, address)}>
      <div
        role="treegrid"
        aria-label={say.waterfall}
        aria-rowcount={visibleCount + 1}
        className={styles.grid}
        data-live={view === undefined ? undefined : true}
        onKeyDown={onKeyDown}
        onBlur={() => {
          hasMoved.current = false
        }}
        onFocus={({ target }) => {
          const visible = Number(target.closest<HTMLElement>('[data-visible]')?.dataset.visible)
          if (Number.isFinite(visible) && visible !== active) setActive(visible)
        }}
      >
        <Ruler trace={trace} address={address} />
        <div role="rowgroup" className={styles.rows} style={view && spaceOf(first, visibleCount)}>
          {places.map((visible) => {
            const row = view === undefined ? trace.rows[visible - trace.at] : rowAt(indexOf(folds, visible))
            if (row === undefined) return <div key={visible} className={styles.blank} aria-hidden="true" />
            return (
              <WaterfallRow
                key={row.key}
                row={row}
                traceId={trace.traceId}
                address={address}
                visible={visible}
                isFolded={isFolded(folds, row.index)}
                isChosen={address.span === row.key}
                {...(view && { isActive: visible === reached, onToggle, onOpen: onOpenRow })}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Rows fetched before they are in view. */
const AHEAD = 200

function chosenOf(trace: ShownTrace, { span }: TraceAddress): number | undefined {
  const row = trace.rows.find(({ key }) => key === span)
  return row && visibleOf(trace.folds, row.index)
}

/** The times at the top, and the moments that a browser measured. */
function Ruler({ trace, address }: Pick<WaterfallProps, 'trace' | 'address'>) {
  const { fromUs, rangeUs } = readRange(trace, address)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={styles.ruler}
      data-marks={trace.marks.length > 0 || undefined}
    >
      <span role="columnheader">{say.rowColumns.name}</span>
      <span role="columnheader" aria-label={say.rowColumns.time} className={styles.ticks}>
        {TICKS.map((share) => (
          <span key={share}>{formatDuration((fromUs + share * rangeUs) / 1_000)}</span>
        ))}
        {trace.marks.map(({ name, atUs }) => (
          <span
            key={`${name} ${atUs}`}
            className={styles.mark}
            style={{ '--start': atUs } as CSSProperties} // React's type knows no custom properties
          >
            <b>{name}</b>
          </span>
        ))}
      </span>
      <span role="columnheader">{say.rowColumns.duration}</span>
    </div>
  )
}

const TICKS = [0, 0.25, 0.5, 0.75]

function readRange({ durationUs }: ShownTrace, { from = 0, to }: TraceAddress) {
  const fromUs = from * 1_000
  const toUs = to === undefined ? durationUs : to * 1_000
  return { fromUs, rangeUs: Math.max(1, toUs - fromUs) }
}

function rangeOf(trace: ShownTrace, address: TraceAddress): CSSProperties {
  const { fromUs, rangeUs } = readRange(trace, address)
  return { '--from': fromUs, '--range': rangeUs } as CSSProperties // React's type knows no custom properties
}

/** Of the rows above the window only their height is left. Not by custom properties: all rows would inherit them. */
function spaceOf(first: number, visibleCount: number): CSSProperties {
  return {
    height: `calc(${visibleCount} * var(--row) + 8px)`,
    paddingTop: `calc(${first} * var(--row) + 4px)`,
  }
}
