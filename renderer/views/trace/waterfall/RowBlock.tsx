import { memo } from 'react'
import type { TimeRange } from '#renderer/views/trace/time-range.ts'
import type { TraceAddress } from '#renderer/views/trace/trace-address.ts'
import type { CollapsedGroup } from '#server/traces/waterfall/pick-rows.ts'
import type { PlacedRow } from '#server/traces/waterfall/show-trace.ts'
import { indexOf, isCollapsed } from './visible-rows.ts'
import styles from './Waterfall.module.css'
import { WaterfallRow } from './WaterfallRow.tsx'

interface BlockProps {
  /** The block has the visible rows from `start` to `end`. */
  start: number
  end: number
  collapsedGroups: readonly CollapsedGroup[]
  rows: ReadonlyMap<number, PlacedRow>
  traceId: string
  address: TraceAddress
  range: TimeRange
  /** The row that Tab reaches, if it is in this block. Absent if no script moves the focus. */
  active?: number
  onToggle?: (row: PlacedRow, visible: number) => void
  onOpen?: (row: PlacedRow, visible: number) => void
}

/**
 * A block of rows that enter and leave the document together. While others scroll past, none of its rows
 * is rendered, laid out or painted again, so a frame only costs what is new in it.
 */
export const RowBlock = memo(function RowBlock({
  start,
  end,
  collapsedGroups: folds,
  rows,
  address,
  ...props
}: BlockProps) {
  const { active, ...shared } = props
  const places = Array.from({ length: end - start }, (_, place) => start + place)
  return (
    <div className={styles.block} role="presentation">
      {places.map((visible) => {
        const row = rows.get(indexOf(folds, visible))
        if (row === undefined) return <div key={visible} className={styles.blank} aria-hidden="true" />
        return (
          <WaterfallRow
            key={row.key}
            {...shared}
            row={row}
            address={address}
            visible={visible}
            isCollapsed={isCollapsed(folds, row.index)}
            isChosen={address.span === row.key}
            {...(active !== undefined && { isActive: visible === active })}
          />
        )
      })}
    </div>
  )
})
