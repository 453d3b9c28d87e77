import { formatTime } from '#server/api/time.ts'
import { formatTitle } from '#server/api/title.ts'
import type { ScannedEventDetail } from '#server/desk/events/scan-events.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { FIELD_PREFIX } from '#server/processing/search-fields.ts'
import { countedOf } from '#server/processing/tags.ts'
import type { Cell, Row } from '#server/search/tables/table-search.ts'

type Reader = (event: ScannedEventDetail) => Cell

/** Fields of Sentry's errors that have a column. All others are in the payload. */
const COLUMNS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['id', ({ eventId }) => eventId],
  ['issue', ({ shortId }) => shortId],
  ['issue.id', ({ issueId }) => issueId],
  ['is', statusOf],
  ['issue.status', statusOf],
  ['project', ({ projectSlug }) => projectSlug],
  ['project.name', ({ projectSlug }) => projectSlug],
  ['project.id', ({ projectId }) => projectId],
  ['title', ({ type, value }) => formatTitle({ type, value })],
  ['message', ({ type, value }) => formatTitle({ type, value })],
  ['culprit', ({ culprit }) => culprit],
  ['event.type', () => 'error'],
  ['error.type', ({ type }) => type],
  ['error.value', ({ value }) => value],
  ['timestamp', ({ timestamp }) => formatTime(timestamp)],
  ['received', ({ receivedAt }) => formatTime(receivedAt)],
  ['level', ({ level }) => level],
  ['environment', ({ environment }) => environment],
  ['release', ({ release }) => release],
  ['user', ({ userLabel }) => userLabel],
  ['user.display', ({ userLabel }) => userLabel],
  ['trace', ({ traceId }) => traceId],
])

function statusOf({ status }: ScannedEventDetail): string {
  return status === 'open' ? 'unresolved' : status
}

/** Whether a field is in events' payloads, which cost more to read. */
export function isInPayload(field: string): boolean {
  return !COLUMNS.has(field)
}

export function toErrorRow(event: ScannedEventDetail): Row {
  let said: ReadonlyMap<string, string> | undefined
  return (field) => {
    const read = COLUMNS.get(field)
    if (read) return read(event)
    if (!event.payload) return null
    said ??= saidBy(event.payload)
    return said.get(field) ?? null
  }
}

/** The tags of an event, and what else searches find in it. */
function saidBy(payload: NormalizedEvent): ReadonlyMap<string, string> {
  const { tags, shared } = countedOf(payload)
  const said = new Map<string, string>()
  for (const [key, value] of [...tags, ...shared]) {
    const name = key.startsWith(FIELD_PREFIX) ? key.slice(FIELD_PREFIX.length) : key
    if (!said.has(name)) said.set(name, value)
  }
  const { user, request } = payload
  const more: [string, string | undefined][] = [
    ['user.id', user?.id],
    ['http.url', request?.url],
    ['error.handled', said.get('handled') === 'no' ? 'false' : said.get('handled') && 'true'],
    ['error.unhandled', said.get('handled') === 'no' ? 'true' : said.get('handled') && 'false'],
    ['error.mechanism', said.get('mechanism')],
  ]
  for (const [key, value] of more) if (value !== undefined && !said.has(key)) said.set(key, value)
  for (const [key, value] of [...said]) said.set(`tags[${key}]`, value)
  return said
}
