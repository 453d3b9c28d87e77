import { countBelow } from './build-waterfall.ts'
import type { Waterfall, WaterfallRow } from './waterfall.ts'

/** Chooses some of a trace's rows; what is undefined chooses all. */
export interface RowFilter {
  /** A part of a name or an operation; case does not matter. */
  find?: string | undefined
  only?: 'slow' | 'errors' | undefined
  /** A project's slug. */
  service?: string | undefined
  /** Microseconds since the beginning of the trace. */
  fromUs?: number | undefined
  toUs?: number | undefined
}

export interface Collapsing {
  /** Keys of rows that are collapsed. */
  collapsed: ReadonlySet<string>
  /** Keys of rows that stay open with all below them, even if `depth` would collapse them. */
  open: ReadonlySet<string>
  /** Rows of this depth and deeper are collapsed; none are by their depth when it is undefined. */
  depth?: number | undefined
}

/** A collapsed row: its place among the rows, and how many rows it hides. */
export type CollapsedGroup = [index: number, size: number]

/** A span that takes this share of the trace is slow. */
const SLOW_SHARE = 0.1

/** Keeps the rows that pass and those above them; the size of each counts the rows that are left below it. */
export function filterRows({ rows, durationUs }: Waterfall, filter: RowFilter): readonly WaterfallRow[] {
  const { find, only, service, fromUs = 0, toUs = Number.POSITIVE_INFINITY } = filter
  const isOfAll = find === undefined && only === undefined && service === undefined
  if (isOfAll && fromUs <= 0 && toUs >= durationUs) return rows
  const wanted = find?.toLowerCase() ?? ''
  const passes = (row: WaterfallRow) =>
    (only !== 'slow' || (row.kind === 'span' && row.durationUs >= durationUs * SLOW_SHARE)) &&
    (only !== 'errors' || isBad(row)) &&
    (wanted === '' || `${row.op} ${row.name}`.toLowerCase().includes(wanted)) &&
    (service === undefined || row.projectSlug === service) &&
    row.startUs <= toUs &&
    row.startUs + row.durationUs >= fromUs
  const kept: WaterfallRow[] = []
  let depthNeeded = 0 // the loop runs backwards, and keeps what stands above the row that was kept last
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row === undefined) continue
    const isAbove = row.depth < depthNeeded
    if (!isAbove && !passes(row)) continue
    depthNeeded = row.depth
    kept.push({ ...row, size: 0 })
  }
  return countBelow(kept.reverse())
}

function isBad({ kind, tone, errors }: WaterfallRow): boolean {
  return kind === 'error' || tone === 'error' || errors !== undefined
}

/** Lists the outermost of the collapsed rows, in their order. */
export function listCollapsedGroups(
  rows: readonly WaterfallRow[],
  { collapsed: fold, open, depth }: Collapsing,
): CollapsedGroup[] {
  if (fold.size === 0 && depth === undefined) return []
  const collapsedGroups: CollapsedGroup[] = []
  let openTo = -1
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (row === undefined || row.size === 0) continue
    if (open.has(row.key)) openTo = Math.max(openTo, index + row.size)
    const isDeep = depth !== undefined && row.depth >= depth && index > openTo
    if (!isDeep && !fold.has(row.key)) continue
    collapsedGroups.push([index, row.size])
    index += row.size
  }
  return collapsedGroups
}
