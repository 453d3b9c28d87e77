// biome-ignore-all lint/a11y/useFocusableInteractive: a tree grid's rows have the focus, or what is in them
// biome-ignore-all lint/a11y/useSemanticElements: tables have no elements for trees, and these rows lie on a grid
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as say from '#renderer/texts/traces.ts'
import { labelMoments } from '#renderer/views/trace/moments.ts'
import { parseRange, type TimeRange } from '#renderer/views/trace/time-range.ts'
import { type TraceAddress, toggleCollapsed } from '#renderer/views/trace/trace-address.ts'
import type { CollapsedGroup } from '#server/traces/waterfall/pick-rows.ts'
import type { PlacedRow, ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { RowBlock } from './RowBlock.tsx'
import { ticksOf } from './ticks.ts'
import { parseTreeKey } from './tree-keys.ts'
import { useTraceRows } from './use-trace-rows.ts'
import { ROWS_A_BLOCK, useWindow } from './use-window.ts'
import { countVisible, indexOf, isCollapsed, toggle, visibleOf } from './visible-rows.ts'
import styles from './Waterfall.module.css'
import { ROW_LINK } from './WaterfallRow.tsx'

interface WaterfallProps {
  trace: ShownTrace
  address: TraceAddress
  onAddress: (address: TraceAddress) => void
  onOpen: (key: string) => void
}

/**
 * The rows of a trace. The server sends a page of them, with links. Where scripts run, the others load
 * during scrolling, and only visible rows are in the document.
 */
export function Waterfall({ trace, address, onAddress, onOpen }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [folds, setFolds] = useState<readonly CollapsedGroup[]>(trace.collapsedGroups)
  const [active, setActive] = useState(() => chosenOf(trace, address) ?? trace.at)
  const hasMoved = useRef(false)
  const { rows, want } = useTraceRows(trace, address)
  const range = useMemo(() => parseRange(trace.durationUs, address), [trace, address])
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

  const rowAt = (visible: number) => rows.get(indexOf(folds, visible))
  const fold = (row: PlacedRow, visible: number) => {
    setFolds(toggle(folds, [row.index, row.size]))
    setActive(visible)
    onAddress({ ...toggleCollapsed(address, row.key, isCollapsed(folds, row.index)), at: 0 })
  }
  const open = (row: PlacedRow, visible: number) => {
    setActive(visible)
    if (row.kind === 'span') onOpen(row.key)
    else scroller.current?.querySelector<HTMLElement>(`[data-visible="${visible}"] ${ROW_LINK}`)?.click()
  }
  // The functions stay the same in every rendering, so that unchanged rows are not rendered again.
  const acts = useRef({ fold, open })
  useLayoutEffect(() => {
    acts.current = { fold, open }
  })
  const [onToggle] = useState(() => (row: PlacedRow, visible: number) => acts.current.fold(row, visible))
  const [onOpenRow] = useState(() => (row: PlacedRow, visible: number) => acts.current.open(row, visible))
  const onKeyDown = (event: KeyboardEvent) => {
    if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const move = parseTreeKey(event.key, {
      active,
      visibleCount,
      rowsAPage: Math.max(1, view.inView - 1),
      rowAt,
      isCollapsed: (row) => isCollapsed(folds, row.index),
    })
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation() // The page's own shortcuts must not act as well.
    hasMoved.current = true
    if ('to' in move) {
      setActive(move.to)
      view.reveal(move.to)
      return
    }
    const visible = 'toggle' in move ? move.toggle : move.open
    const row = rowAt(visible)
    if (row === undefined) return
    if ('toggle' in move) fold(row, visible)
    else open(row, visible)
  }

  // Tab reaches this row. It changes seldom during scrolling, because each change costs a rendering.
  const nearest = Math.ceil(first / ROWS_A_STOP) * ROWS_A_STOP
  const reached = active >= first && active < first + count ? active : nearest
  return (
    <div ref={scroller} className={styles.scroller}>
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
        <Ruler marks={trace.marks} range={range} />
        <div role="rowgroup" className={styles.rows} style={view && spaceOf(first, visibleCount)}>
          <Edge />
          {blocksOf(first, Math.min(first + count, visibleCount)).map(([start, end]) => (
            <RowBlock
              key={Math.floor(start / ROWS_A_BLOCK)}
              {...{ start, end, collapsedGroups: folds, rows, address, range }}
              traceId={trace.traceId}
              {...(view && {
                active: reached >= start && reached < end ? reached : -1,
                onToggle,
                onOpen: onOpenRow,
              })}
            />
          ))}
          <Edge />
        </div>
      </div>
    </div>
  )
}

/**
 * The first and the last element around the blocks. Style sheets treat the last row of a table
 * differently, so a block that became the last one, or was it before, would be restyled as a whole.
 */
const Edge = memo(function Edge() {
  return <div hidden />
})

/** The number of rows that are fetched before they are in view. */
const AHEAD = 200

/** Fewer rows than the window has. Tab enters at one of these rows when the focused one was scrolled away. */
const ROWS_A_STOP = 16

/** The part of each block between two rows: whole blocks, except for the first and the last. */
function blocksOf(from: number, to: number): [start: number, end: number][] {
  const blocks: [number, number][] = []
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / ROWS_A_BLOCK) + 1) * ROWS_A_BLOCK)
    blocks.push([start, end])
    start = end
  }
  return blocks
}

function chosenOf(trace: ShownTrace, { span }: TraceAddress): number | undefined {
  const row = trace.rows.find(({ key }) => key === span)
  return row && visibleOf(trace.collapsedGroups, row.index)
}

interface RulerProps {
  marks: ShownTrace['marks']
  range: TimeRange
}

/** The times at the top, and the moments that the browser measured. */
const Ruler = memo(function Ruler({ marks, range }: RulerProps) {
  const shown = labelMoments(range, marks)
  return (
    <div role="row" aria-rowindex={1} className={styles.ruler} data-marks={shown.length > 0 || undefined}>
      <span role="columnheader">{say.rowColumns.name}</span>
      <span role="columnheader" aria-label={say.rowColumns.time} className={styles.ticks}>
        {ticksOf(range).map(({ label, place }) => (
          <span key={label} className={styles.tick} style={place}>
            {label}
          </span>
        ))}
        {shown.map(({ name, label, isLate, place }) => (
          <span key={name} className={styles.mark} style={place} data-late={isLate || undefined}>
            {label !== undefined && <b>{label}</b>}
          </span>
        ))}
      </span>
      <span role="columnheader">{say.rowColumns.duration}</span>
    </div>
  )
})

/**
 * Keeps the height of the rows above the window. Custom properties would be slower, because all rows would
 * inherit them.
 */
function spaceOf(first: number, visibleCount: number): CSSProperties {
  return {
    height: `calc(${visibleCount} * var(--row) + 8px)`,
    paddingTop: `calc(${first} * var(--row) + 4px)`,
  }
}
