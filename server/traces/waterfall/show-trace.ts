import type { SpanDetail } from './describe-span.ts'
import type { Minimap } from './minimap.ts'
import {
  type CollapsedGroup,
  type Collapsing,
  filterRows,
  listCollapsedGroups,
  type RowFilter,
} from './pick-rows.ts'
import type { TraceRelease, Waterfall, WaterfallRow } from './waterfall.ts'

/** The part of a trace that a page shows. */
export interface TraceView extends RowFilter, Collapsing {
  /** The first visible row of the document; rows above it are on the pages before. */
  at: number
  /** The number of the chunk of all rows, collapsed or not, that a script asks for; undefined in a document. */
  chunk?: number | undefined
  /** The key of the span that is shown in detail; undefined when none is. */
  span?: string | undefined
}

export interface ShownTrace extends Omit<Waterfall, 'rows' | 'spans' | 'releases'> {
  rows: PlacedRow[]
  /** How many rows pass the filter. */
  rowCount: number
  /** How many of these no collapsed row hides. */
  visibleCount: number
  collapsedGroups: CollapsedGroup[]
  at: number
  releases: (TraceRelease & { hasPage: boolean })[]
  /** Null in an answer to a script, which has it already. */
  minimap: Minimap | null
  /** Null when no span was asked for, or when the trace has no such span. */
  span: SpanDetail | null
}

export interface PlacedRow extends WaterfallRow {
  /** Its place among the rows that pass the filter. */
  index: number
}

/** A document holds so many rows, and one answer to a script so many. */
const ROWS_A_PAGE = 100
const ROWS_A_CHUNK = 500

export function showTrace(
  waterfall: Waterfall,
  view: TraceView,
): Omit<ShownTrace, 'minimap' | 'span' | 'releases'> {
  const { rows: _all, spans: _spans, releases: _releases, ...head } = waterfall
  const rows = filterRows(waterfall, view)
  const collapsedGroups = listCollapsedGroups(rows, view)
  const visibleCount = rows.length - collapsedGroups.reduce((sum, [, size]) => sum + size, 0)
  const at = Math.min(view.at, Math.max(0, visibleCount - 1))
  const places =
    view.chunk === undefined ? visiblePlaces(collapsedGroups, at, visibleCount) : chunkPlaces(view.chunk)
  return {
    ...head,
    rows: places.flatMap((index) => {
      const row = rows[index]
      return row === undefined ? [] : [{ ...row, index }]
    }),
    rowCount: rows.length,
    visibleCount,
    collapsedGroups: view.chunk === undefined ? collapsedGroups : [],
    at,
  }
}

function chunkPlaces(chunk: number): number[] {
  return Array.from({ length: ROWS_A_CHUNK }, (_, place) => chunk * ROWS_A_CHUNK + place)
}

function visiblePlaces(
  collapsedGroups: readonly CollapsedGroup[],
  at: number,
  visibleCount: number,
): number[] {
  const places: number[] = []
  const end = Math.min(at + ROWS_A_PAGE, visibleCount)
  let hidden = 0
  let nextCollapsed = 0
  for (let visible = 0; visible < end; visible++) {
    const index = visible + hidden
    if (visible >= at) places.push(index)
    const fold = collapsedGroups[nextCollapsed]
    if (fold?.[0] === index) {
      hidden += fold[1]
      nextCollapsed++
    }
  }
  return places
}
