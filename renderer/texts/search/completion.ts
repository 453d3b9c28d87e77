import { formatCount, formatNumber } from '#renderer/format/format.ts'
import type { SearchedList } from '#renderer/ui/search/offers-of.ts'
import type { IssueKeyName } from '#server/search/dialects/known-keys.ts'

export const title = 'Suggestions'
export const keys = 'Keys'
export const tags = 'Tags'
export const or = 'Or'
export const attributes = 'Attributes'
export const recent = 'Recent searches'
export const remove = 'Remove this search'
export const removeKey = 'remove'
/** The unit of the counts beside values, by list. */
export const units: Record<SearchedList, string> = {
  issues: 'issues',
  logs: 'logs',
  traces: 'traces',
  feedback: 'messages',
  events: 'events',
}
export const choose = 'choose'
export const orEnter = 'or'
export const take = 'take'
export const close = 'close'
export const beginsWith = (text: string) => `begins with ${text}`
export const count = (offers: number) => (offers === 1 ? '1 suggestion' : `${offers} suggestions`)

export function valueCount(values: number, isPart: boolean): string {
  return isPart ? `${formatNumber(values)}+ values` : formatCount(values, 'value')
}

/** What the numbers beside the values count. */
export function valuesOf(
  key: string,
  { total, isPart, list }: { total: number; isPart: boolean; list: SearchedList },
): string {
  const counted = formatCount(total, units[list].slice(0, -1))
  return `Values of ${key} in ${isPart ? `the latest ${counted}` : counted}`
}

export const rowCount = formatNumber

/** Describes a key in a few words. */
export function meaningOf(key: string, list: SearchedList = 'issues'): string {
  if (list === 'logs') return LOG_MEANINGS.get(key) ?? 'attribute'
  if (list === 'traces') return TRACE_MEANINGS.get(key) ?? ''
  if (list === 'feedback') return FEEDBACK_MEANINGS.get(key) ?? ''
  return Object.hasOwn(MEANINGS, key) ? MEANINGS[key as IssueKeyName] : 'tag' // The line above checks it.
}

const LOG_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['level', 'trace, debug, info, warn, error or fatal; also >=warn'],
  ['message', 'text in the message'],
  ['environment', 'where it was written'],
  ['release', 'release that wrote it'],
  ['project', 'project that wrote it'],
  ['has', 'an attribute that must be present'],
  ['trace', 'ID of a trace'],
  ['span', 'ID of a span'],
])

const FEEDBACK_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['user.email', 'email address of the author'],
  ['user', 'name or email address of the author'],
  ['message', 'text in the message'],
  ['url', 'part of the page’s address'],
  ['release', 'release of the page'],
  ['environment', 'where it was written'],
  ['project', 'project of the page'],
  ['source', 'form or SDK that sent it'],
  ['has', 'issue, trace, email or url'],
  ['trace', 'ID of a trace'],
])

const TRACE_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['is', 'root or failed'],
  ['has', 'error, for traces with an error event'],
  ['duration', 'how long it took'],
  ['name', 'route, job or page'],
  ['op', 'operation'],
  ['status', 'how it ended'],
  ['user', 'name, email or ID of the user'],
  ['release', 'release that ran it'],
  ['browser', 'browser with its major version'],
  ['side', 'browser or server'],
])

const MEANINGS: Record<IssueKeyName, string> = {
  is: 'state of the issue',
  assigned: 'account or team that it is assigned to',
  mentions: 'who is mentioned in comments',
  level: 'fatal, error, warning, info or debug',
  environment: 'where it happened',
  release: 'release of any event',
  firstRelease: 'release that introduced it',
  user: 'ID, email, name or IP address of an affected user',
  browser: 'browser, with or without its version',
  os: 'operating system, with or without its version',
  firstSeen: 'when it first happened',
  lastSeen: 'when it last happened',
  timesSeen: 'number of events',
  users: 'number of affected users',
  'error.type': 'type of the error or of its cause',
  message: 'text in the message',
  transaction: 'route or job',
  url: 'address of the request, without its query',
  'user.id': 'ID of an affected user',
  'user.email': 'email address of an affected user',
  'user.username': 'name of an affected user',
  'user.ip': 'IP address of an affected user',
  device: 'model or family of the device',
  runtime: 'runtime, with or without its version',
  platform: 'language of the SDK',
  has: 'a tag or field that must be present',
  project: 'project of the issue',
  'error.unhandled': 'true if nothing caught the error',
  'error.handled': 'true if the error was caught',
  'error.mechanism': 'how the SDK noticed the error',
  'stack.filename': 'file in the stack trace',
  'stack.function': 'function in the stack trace',
  'stack.module': 'module in the stack trace',
  'http.method': 'method of the request',
  'http.status_code': 'status of the response',
  'http.url': 'address of the request, without its query',
  type: 'type of the error',
  title: 'text in type and message',
  culprit: 'text in the culprit',
  version: 'release without its package',
  dist: 'distribution of a release',
  server_name: 'host that sent the event',
  'geo.country_code': 'country of an affected user',
  'geo.region': 'region of an affected user',
  'geo.city': 'city of an affected user',
  logger: 'logger that reported it',
  'sdk.name': 'SDK that sent the event',
  'sdk.version': 'version of the SDK',
  'browser.name': 'browser without its version',
  'os.name': 'operating system without its version',
  'runtime.name': 'runtime without its version',
  'device.family': 'family of the device',
  mechanism: 'how the SDK noticed the error',
  handled: 'yes or no',
  issue: 'short ID of the issue',
  'event.id': 'ID of an event',
  trace: 'ID of a trace',
}
