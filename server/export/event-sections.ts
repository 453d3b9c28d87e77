import type { EventDetail } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import type { TraceExcerpt } from '#server/models/traces/traces.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { toPlainLine, toValueText } from './plain-text.ts'
import { formatStack, formatThread } from './stack-text.ts'

/** All that is told of an event, as texts. Titles are ours; a text is what was reported. */
export interface EventSection {
  title: string
  text: string
}

export interface ToldEvent {
  issue: Pick<
    IssueDetail,
    'shortId' | 'type' | 'culprit' | 'eventCount' | 'userCount' | 'firstSeen' | 'lastSeen'
  >
  event: EventDetail
  trace: TraceExcerpt | null
}

export const USER_SECTION = 'User'
const LINE_CHARACTERS = 600
const MOST_LINES = 200
const MOST_THREADS = 40
const FRAMES_PER_THREAD = 12

export function listEventSections({ issue, event, trace }: ToldEvent): EventSection[] {
  const { payload } = event
  const sections = [
    { title: 'What happened', lines: summaryOf({ issue, event, trace }) },
    {
      title: 'Stack trace',
      lines:
        payload.exception.values.length === 0
          ? []
          : [formatStack(payload.exception.values, { withCode: true })],
    },
    { title: 'Threads (the failing thread first)', lines: threadsOf(payload) },
    { title: 'Breadcrumbs (oldest first; times relative to the error)', lines: trailOf(payload) },
    { title: 'Trace', lines: trace === null ? [] : traceOf(trace) },
    { title: 'Request', lines: requestOf(payload) },
    { title: 'Tags', lines: payload.tags.map(([name, value]) => entry(name, value)) },
    { title: USER_SECTION, lines: entriesOf(payload.user ?? {}) },
    {
      title: 'Contexts',
      lines: Object.entries(payload.contexts).flatMap(([name, values]) => prefixed(name, values)),
    },
    { title: 'Extra', lines: entriesOf(payload.extra) },
    { title: 'Changed on arrival', lines: payload.ingestion_warnings },
  ]
  return sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title, text: boundedLines(lines).join('\n') }))
}

function summaryOf({ issue, event }: ToldEvent): string[] {
  const { payload } = event
  return [
    entry('Issue', issue.shortId),
    entry('Type', issue.type),
    entry('Message', event.value),
    entry('Culprit', issue.culprit),
    entry('Level', event.level),
    entry('Project', event.projectSlug),
    entry('Event', event.eventId),
    entry('When', new Date(event.timestamp).toISOString()),
    entry('Release', event.release),
    entry('Environment', event.environment),
    entry('Platform', payload.platform),
    entry('SDK', payload.sdk && `${payload.sdk.name} ${payload.sdk.version}`),
    entry('Transaction', payload.transaction),
    entry('Digest', payload.digests.join(', ')),
    entry('Events of the issue', `${issue.eventCount}, ${issue.userCount} users`),
    entry('First seen', new Date(issue.firstSeen).toISOString()),
    entry('Last seen', new Date(issue.lastSeen).toISOString()),
  ].filter((line) => line !== '')
}

function threadsOf({ threads = [] }: NormalizedEvent): string[] {
  const left = threads.length - MOST_THREADS
  const told = threads.slice(0, MOST_THREADS).map((thread) => formatThread(thread, FRAMES_PER_THREAD))
  return left > 0 ? [...told, `(${left} threads omitted)`] : told
}

function trailOf({ breadcrumbs, timestamp }: NormalizedEvent): string[] {
  return breadcrumbs.values.map((crumb) => {
    const before = `${(crumb.timestamp - timestamp).toFixed(1)} s`
    const data = crumb.data === undefined ? '' : toValueText(crumb.data)
    return `${before.padStart(9)}  ${line([crumb.level, crumb.category, crumb.message ?? '', data].join(' '))}`
  })
}

function traceOf({ traceId, rows }: TraceExcerpt): string[] {
  return [
    `Trace ${traceId}`,
    ...rows.map((row) => {
      const took = row.kind === 'span' ? `${(row.durationUs / 1000).toFixed(1)} ms` : 'error'
      const start = `+${(row.startUs / 1000).toFixed(1)} ms`
      const words = line([row.op, row.name, row.isHere ? '<- this event' : ''].filter(Boolean).join(' '))
      return `${start.padStart(12)} ${took.padStart(12)}  ${'  '.repeat(Math.min(row.depth, 12))}${words}`
    }),
  ]
}

function requestOf({ request }: NormalizedEvent): string[] {
  if (request === undefined) return []
  return [
    entry('Address', [request.method, request.url].filter(Boolean).join(' ')),
    entry('Query', request.query_string),
    (request.cookies ?? []).length === 0
      ? ''
      : entry('Cookies', (request.cookies ?? []).map(([name]) => name).join(', ')),
    ...request.headers.map(([name, value]) => entry(name, value)),
    request.data === undefined || request.data === null ? '' : entry('Body', toValueText(request.data)),
  ].filter((one) => one !== '')
}

function prefixed(prefix: string, values: Record<string, unknown>): string[] {
  return Object.entries(values).map(([name, value]) => entry(`${prefix}.${name}`, toValueText(value)))
}

function entriesOf(values: Record<string, unknown>): string[] {
  return Object.entries(values).map(([name, value]) => entry(name, toValueText(value)))
}

function entry(name: string, value: string | null | undefined): string {
  return value === undefined || value === null || value === ''
    ? ''
    : `${toPlainLine(name, 100)}: ${line(value)}`
}

function line(text: string): string {
  return toPlainLine(text, LINE_CHARACTERS)
}

/** The first and the last ones: what is nearest to the error stands at either end. */
function boundedLines(lines: string[]): string[] {
  if (lines.length <= MOST_LINES) return lines
  const half = MOST_LINES / 2
  return [...lines.slice(0, half), `(${lines.length - MOST_LINES} lines omitted)`, ...lines.slice(-half)]
}
