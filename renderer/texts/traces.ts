import { formatCount } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'

export const title = 'Traces'
export const intro = 'What ran for whom, and what of it took how long.'
export const searchLabel = 'Search traces'
export const searchPlaceholder = 'name:"GET /cart" duration:>500ms'
export const searchHelp =
  'Words of a name, name: op: status: release: with stars, side:browser, duration:>500ms, is:root, is:failed, has:error. A trace’s id leads straight to it.'
export const helpSummary = 'How to search'
export const newest = 'Newest'
export const slowest = 'Slowest'
export const none = 'No trace is like that in this time'
export const noneText = 'Look in a longer time, or for less.'
export const allTraces = 'Show all traces'
export const noneSoFar = 'No trace so far is like that.'
/** Back, and on, by how the list is ordered. */
export const ways = { newest: ['Newer', 'Older'], slowest: ['Slower', 'Faster'] } as const
export const lookFurther = 'Look further'
export const everySegment = 'Show whatever ran, not only what began a trace'
export const emptyTitle = 'No trace here yet'
export const emptyText = 'Traces come as soon as an application’s SDK has a sample rate:'
export const emptySnippet = 'tracesSampleRate: 1.0'
export const columns = {
  trace: 'Trace',
  projects: 'Projects',
  spans: 'Spans',
  errors: 'Errors',
  duration: 'Duration',
  when: 'When',
}

export function lookedBackTo(time: string): string {
  return `Looked through the newest, back to ${time}.`
}

export function lookedDownTo(durationMs: number): string {
  return `Looked through the slowest, down to ${formatDuration(durationMs)}.`
}

export function spans(count: number, hasMore = false): string {
  return hasMore ? `${formatCount(count, 'span')} and more` : formatCount(count, 'span')
}

export const all = 'All'
export const slow = 'Slow'
export const onlyErrors = 'Errors'
export const filterLabel = 'Rows'
export const services = 'Services'
export const depthLabel = 'Fold'
export const unfoldAll = 'None'
export const wholeTrace = 'Whole trace'
export const zoom = 'Zoom'
export const zoomFrom = 'From, in ms'
export const zoomTo = 'to, in ms'
export const waterfall = 'Waterfall'
export const noRows = 'Nothing of this trace is like that.'
export const rowColumns = { name: 'Span', time: 'Time', duration: 'Duration' }
export const orphan = 'parent not stored'
export const criticalPath = 'on the critical path'
export const legend = 'What the colours mean'
export const tones = { browser: 'Browser', server: 'Server', database: 'Database', error: 'Failed' }
export const criticalLegend = 'Critical path: what the end waited for'
export const closeDetail = 'Close'
export const compareWith = 'Compare with'
export const compareLabel = 'Id of another trace'
export const compare = 'Compare'
export const notWhole = 'There is more of this trace than is shown: what began last is left out.'
export const previousRows = 'Rows before'
export const nextRows = 'Rows after'

export function depthName(depth: number): string {
  return depth === 0 ? 'All' : `Below ${depth}`
}

export function gap(durationUs: number): string {
  return `${formatDuration(durationUs / 1_000)} with nothing recorded`
}

export function clockCorrected(side: string, projectSlug: string, offsetUs: number): string {
  const way = offsetUs > 0 ? 'forward' : 'back'
  return `Clock of the ${side} in ${projectSlug} corrected: put ${way} by ${formatDuration(Math.abs(offsetUs) / 1_000)}.`
}

export function orphans(count: number): string {
  const which = count === 1 ? 'One span’s parent is' : `The parents of ${count} spans are`
  return `${which} not stored: not sampled, lost, or still to come.`
}

export function errors(count: number): string {
  return formatCount(count, 'error')
}

export function logs(count: number): string {
  return formatCount(count, 'log')
}

export function minimapLabel(durationMs: number, spanCount: number): string {
  return `All of the trace: ${formatCount(spanCount, 'span')} in ${formatDuration(durationMs)}`
}

export function fold(name: string): string {
  return `Fold ${name}`
}

export function unfold(name: string, size: number): string {
  return `Unfold ${name}, ${formatCount(size, 'row')}`
}

export const detail = {
  timing: 'Timing',
  start: 'Starts at',
  duration: 'Duration',
  own: 'In itself',
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
  measurements: 'Measured',
  errors: 'Errors in it',
}

export const compareTitle = 'Two traces compared'
export const compareIntro =
  'By what they did: spans of the same operation and name, under the same ones. Largest differences first.'
export const swap = 'Swap'
export const compareColumns = { path: 'What', first: 'First', second: 'Second', difference: 'Difference' }
export const same = 'same'
export const onlyFirst = 'only in the first'
export const onlySecond = 'only in the second'
export const unknownOther = 'Cannot compare: nothing is stored of the other trace'
export const otherIsNoId = 'Cannot compare: the id of a trace has 32 hexadecimal characters'

export function morePaths(count: number): string {
  return `And ${formatCount(count, 'more that differs', 'more that differ')} less.`
}

export function times(count: number): string {
  return `${count} ×`
}
export const order = 'Order'

/** Of a path that the other trace alone has. */
export const absent = 'none'
