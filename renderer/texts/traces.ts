import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'

export const title = 'Traces'
export const intro = 'See each request end to end, and where its time went.'
export const newest = 'Newest'
export const slowest = 'Slowest'
export const none = 'No traces match in this period'
export const noneText = 'Try a longer period or fewer filters.'
export const allTraces = 'Show all traces'
export const noneSoFar = 'No matches yet.'
/** The links to the previous and next page, by the order of the list. */
export const ways = { newest: ['Newer', 'Older'], slowest: ['Slower', 'Faster'] } as const
export const lookFurther = 'Search further'
export const everySegment = 'Include transactions that did not start a trace'
export const columns = {
  trace: 'Trace',
  status: 'Status',
  error: 'First error',
  duration: 'Duration',
  when: 'When',
}
export const p95Legend = 'dashed: p95 of its route'

export function userOf(user: string): string {
  return `user ${user}`
}

/** A trace that takes longer than 95 % of its route: `2.0 × p95`. */
export function slowerThan(factor: number): string {
  return `${factor.toFixed(1)} × p95`
}

export function p95OfRoute(durationMs: number): string {
  return `p95 of its route: ${formatDuration(durationMs)}`
}

export function moreErrors(count: number): string {
  return `and ${count} more`
}

export const durations = 'Duration'
export const clearRange = 'Clear'
export const groupBy = 'Group by'
export const groupedBy = (grouping: string) => `Grouped by ${grouping.toLowerCase()}`
export const groupings = {
  route: 'Route',
  release: 'Release',
  user: 'User',
  status: 'Status',
  project: 'Project',
}
export const groupColumns = { traces: 'Traces', p50: 'p50', p95: 'p95', failed: 'Failed' }
/** A group of those that have nothing of the kind. */
export const nothingKnown = {
  route: 'no name',
  release: 'no release',
  user: 'no user',
  status: 'no status',
  project: 'no project',
}

/** `171 of 1,284 traces`, or `the newest 2,000 traces, back to 22 Nov, 14:05`. */
export function sampleOf(
  { chosen, sampled }: { chosen: number; sampled: number },
  since: string | null,
): string {
  const all = formatCount(sampled, 'trace')
  const which = since === null ? all : `the newest ${all}, back to ${since}`
  return chosen === sampled ? which : `${formatNumber(chosen)} of ${which}`
}

/** `1 s to 4.2 s`; an open end is left out. */
export function rangeText(from: number | null, to: number | null): string {
  if (from === null) return `up to ${formatDuration(to ?? Number.NaN)}`
  if (to === null) return `from ${formatDuration(from)}`
  return `${formatDuration(from)} to ${formatDuration(to)}`
}

export function otherGroups(count: number): string {
  return `and ${formatCount(count, 'other')}`
}

export function lookedBackTo(time: string): string {
  return `Searched the newest, back to ${time}.`
}

export function lookedDownTo(durationMs: number): string {
  return `Searched the slowest, down to ${formatDuration(durationMs)}.`
}

export function spans(count: number, hasMore = false): string {
  return hasMore ? `${formatCount(count, 'span')} or more` : formatCount(count, 'span')
}

export const all = 'All'
export const slow = 'Slow'
export const onlyErrors = 'Errors'
export const filterLabel = 'Rows'
export const findSpans = 'Find spans by name'
export const services = 'Services'
export const depthLabel = 'Collapse'
export const expandAll = 'Expand all'
export const wholeTrace = 'Whole trace'
export const zoom = 'Zoom'
export const zoomFrom = 'From (ms)'
export const zoomTo = 'to (ms)'
export const waterfall = 'Waterfall'
export const noRows = 'No spans match.'
export const rowColumns = { name: 'Span', time: 'Time', duration: 'Duration' }
export const orphan = 'parent not stored'
export const criticalPath = 'on the critical path'
export const legend = 'Legend'
export const tones = { browser: 'Browser', server: 'Server', database: 'Database', error: 'Failed' }
export const criticalLegend = 'Critical path'
export const closeDetail = 'Close'
export const compareWith = 'Compare with'
export const alikeKinds = {
  typical: 'Typical for this route',
  slowest: 'Slowest of this route',
  newest: 'Newest of this route',
}
export const compareLabel = 'Other trace ID'
export const compare = 'Compare'
export const notWhole = 'This trace is too large to show in full; the latest spans are omitted.'
export const previousRows = 'Previous rows'
export const nextRows = 'Next rows'

/** `pageload / · demo`: a path alone says little. */
export function traceTitle({ name, op, projectSlug }: Record<'name' | 'op' | 'projectSlug', string>): string {
  const named = op === '' || op === name ? name : `${op} ${name}`
  return projectSlug === '' ? named : `${named} · ${projectSlug}`
}

export function depthName(depth: number): string {
  return depth === 0 ? 'All' : `Below ${depth}`
}

export function gap(durationUs: number): string {
  return `${formatDuration(durationUs / 1_000)} with nothing recorded`
}

export function clockCorrected(side: string, projectSlug: string, offsetUs: number): string {
  const way = offsetUs > 0 ? 'forward' : 'back'
  return `The ${side} clock in ${projectSlug} was moved ${way} by ${formatDuration(Math.abs(offsetUs) / 1_000)}.`
}

export function orphans(count: number): string {
  const which = count === 1 ? 'One span’s parent is' : `The parents of ${count} spans are`
  return `${which} not stored: not sampled, lost, or not yet received.`
}

export function errors(count: number): string {
  return formatCount(count, 'error')
}

export function logs(count: number): string {
  return formatCount(count, 'log')
}

export function minimapLabel(durationMs: number, spanCount: number): string {
  return `Whole trace: ${formatCount(spanCount, 'span')} in ${formatDuration(durationMs)}`
}

export function collapse(name: string): string {
  return `Collapse ${name}`
}

export function expand(name: string, size: number): string {
  return `Expand ${name}, ${formatCount(size, 'row')}`
}

export const detail = {
  timing: 'Timing',
  start: 'Starts at',
  duration: 'Duration',
  own: 'Self time',
  critical: 'On the critical path',
  status: 'Status',
  project: 'Project',
  release: 'Release',
  environment: 'Environment',
  parent: 'Parent',
  children: 'Children',
  spanId: 'Span',
  route: 'Route',
  statement: 'Statement',
  http: 'HTTP',
  data: 'Data',
  measurements: 'Measurements',
  errors: 'Errors',
}

export const compareTitle = 'Compare traces'
export const compareIntro = 'Spans are matched by operation, name and parent. Largest differences first.'
export const swap = 'Swap'
export const compareColumns = { path: 'Span', first: 'First', second: 'Second', difference: 'Difference' }
export const same = 'same'
export const onlyFirst = 'only in the first'
export const onlySecond = 'only in the second'
export const unknownOther = 'Cannot compare: nothing is stored for the other trace'
export const otherIsNoId = 'Cannot compare: a trace ID is 32 hexadecimal characters'

export function morePaths(count: number): string {
  return `And ${formatCount(count, 'smaller difference')}.`
}

export function times(count: number): string {
  return `${count} ×`
}
export const order = 'Order'

/** Shown for a path that only the other trace has. */
export const absent = 'none'
