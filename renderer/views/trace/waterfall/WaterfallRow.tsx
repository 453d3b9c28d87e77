// biome-ignore-all lint/a11y/useFocusableInteractive: a tree grid's rows have the focus, or what is in them
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree grid handles the keys of all rows
// biome-ignore-all lint/a11y/useAnchorContent: its label says what folding does, without a box of its own in each row
// biome-ignore-all lint/a11y/useSemanticElements: tables have no elements for trees, and these rows lie on a grid
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { eventPath, tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { placeBar, type TimeRange } from '#renderer/views/trace/time-range.ts'
import {
  formatTraceAddress,
  type TraceAddress,
  toggleCollapsed,
} from '#renderer/views/trace/trace-address.ts'
import type { PlacedRow } from '#server/traces/waterfall/show-trace.ts'
import styles from './Waterfall.module.css'

interface RowProps {
  row: PlacedRow
  traceId: string
  address: TraceAddress
  range: TimeRange
  /** The index among the visible rows. */
  visible: number
  isCollapsed: boolean
  isChosen: boolean
  /** Whether Tab reaches the row. Absent if no script moves the focus among the rows. */
  isActive?: boolean
  onToggle?: ((row: PlacedRow, visible: number) => void) | undefined
  onOpen?: ((row: PlacedRow, visible: number) => void) | undefined
}

export const WaterfallRow = memo(function WaterfallRow(props: RowProps) {
  const { row, traceId, address, range, visible, isCollapsed: isFolded, isChosen, isActive } = props
  const { onToggle, onOpen } = props
  const name = row.kind === 'gap' ? say.gap(row.durationUs) : row.name
  const inTab = isActive === undefined ? undefined : -1 // The row itself has the focus and handles its keys.
  return (
    <div
      role="row"
      className={styles.row}
      aria-level={row.depth + 1}
      aria-rowindex={visible + 2}
      aria-expanded={row.size === 0 ? undefined : !isFolded}
      aria-selected={row.kind === 'span' ? isChosen : undefined}
      tabIndex={isActive === undefined ? undefined : isActive ? 0 : -1}
      data-visible={visible}
      data-kind={row.kind}
      data-tone={row.tone}
      onClick={onOpen && opensRow(row) ? besideLinks(() => onOpen(row, visible)) : undefined}
    >
      <div
        role="gridcell"
        className={styles.name}
        // React's types know no custom properties.
        style={{ '--depth': Math.min(row.depth, DEEPEST) } as CSSProperties}
      >
        {row.size > 0 && (
          <a
            className={styles.fold}
            href={tracePath(traceId, formatTraceAddress(toggleCollapsed(address, row.key, isFolded)))}
            data-vike="false"
            data-folded={isFolded || undefined}
            aria-label={isFolded ? say.expand(nameOf(row), row.size) : say.collapse(nameOf(row))}
            tabIndex={inTab}
            onClick={onToggle && taken(() => onToggle(row, visible))}
          />
        )}
        <RowLink {...props} name={name} inTab={inTab} onOpen={onOpen} />
        {row.isOrphan && <span className={styles.note}>{say.orphan}</span>}
        {row.kind === 'span' && row.state !== undefined && <bdi className={styles.state}>{row.state}</bdi>}
        {isFolded && <span className={styles.note}>+{row.size}</span>}
      </div>
      <div
        role="gridcell"
        className={styles.time}
        aria-label={row.critical === undefined ? undefined : say.criticalPath}
      >
        <Bar className={styles.bar} place={placeBar(range, row.startUs, row.startUs + row.durationUs)} />
        {row.critical?.map(([from, to]) => (
          <Bar key={from} className={styles.critical} place={placeBar(range, from, to)} />
        ))}
      </div>
      <div role="gridcell" className={styles.duration}>
        {row.kind === 'error' || row.kind === 'log' ? '' : formatDuration(row.durationUs / 1_000)}
      </div>
    </div>
  )
})

function RowLink({
  row,
  traceId,
  address,
  visible,
  name,
  inTab,
  onOpen,
}: RowProps & { name: string; inTab: number | undefined }) {
  if (row.kind === 'gap' || row.kind === 'log') {
    return (
      <span className={styles.label}>
        {row.kind === 'log' && <span className={styles.op}>{row.state} </span>}
        <bdi>{name}</bdi>
      </span>
    )
  }
  const isError = row.kind === 'error' && row.issueId !== undefined && row.eventId !== undefined
  const href = isError
    ? eventPath(row.issueId ?? 0, row.eventId ?? '')
    : tracePath(traceId, formatTraceAddress({ ...address, span: row.key }))
  return (
    <a
      className={styles.label}
      href={href}
      data-row-link
      data-vike={isError ? undefined : 'false'}
      tabIndex={inTab}
      onClick={!isError && onOpen ? taken(() => onOpen(row, visible)) : undefined}
    >
      {row.op !== '' && (
        <>
          <bdi className={styles.op}>{row.op}</bdi>{' '}
        </>
      )}
      <bdi>{name === '' ? row.key : name}</bdi>
    </a>
  )
}

/** Handles a plain click. A click that asks for another tab or window is left to the browser. */
function taken(act: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }
}

/** A gap or a log has no more to show than its row does. */
function opensRow({ kind }: PlacedRow): boolean {
  return kind === 'span' || kind === 'error'
}

/** Handles a plain click beside the row's links, unless it ends a selection of text. */
function besideLinks(act: () => void) {
  return (event: MouseEvent) => {
    const isOnLink = event.target instanceof Element && event.target.closest('a') !== null
    if (!isOnLink && getSelection()?.isCollapsed !== false) taken(act)(event)
  }
}

function nameOf({ op, name }: PlacedRow): string {
  return `${op} ${name}`.trim()
}

function Bar({ className, place }: { className: string | undefined; place: CSSProperties | undefined }) {
  return place && <span className={className} data-bar style={place} />
}

/** Finds the link in a row that opens what the row is about. */
export const ROW_LINK = 'a[data-row-link]'

/** Deeper rows are not indented further. */
const DEEPEST = 24
