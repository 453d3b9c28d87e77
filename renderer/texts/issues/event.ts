// The texts of the issue and event pages.
import { formatCount, formatNumber } from '#renderer/format/format.ts'

export const sections = {
  otherSides: 'Related events',
  feedback: 'User feedback',
  stack: 'Stack trace',
  message: 'Message',
  threads: 'Other threads',
  trail: 'Trail',
  logs: 'Logs around',
  trace: 'Trace',
  request: 'Request',
  flags: 'Feature flags',
  tags: 'Tags',
  extra: 'Extra',
  context: 'Context',
  packages: 'Packages',
  images: 'Loaded images',
  attachments: 'Attachments',
  grouping: 'Grouping',
  events: 'Events',
} as const

export const echo = {
  withCause:
    'This is an echo: production builds tell the browser only that the server failed. The server’s own event has the details.',
  alone:
    'This is an echo: production builds tell the browser only that the server failed. No server event has this digest or trace: report server errors too, as the project’s set-up page shows.',
} as const

export const stack = {
  order: 'most recent call first',
  inThread: 'in thread',
  causedBy: 'caused by',
  noun: 'exception',
  members: (count: number) => `${formatCount(count, 'exception')} in this group`,
  module: (name: string) => `Module ${name}`,
  signal: (name: string) => `Signal ${name}`,
  mach: (name: string) => `Mach exception ${name}`,
  nsError: (domain: string, code: string) => `NSError ${domain}${code === '' ? '' : `, code ${code}`}`,
  errno: (name: string) => `Error number ${name}`,
  ownStack: (count: number) => `Its own stack, ${formatCount(count, 'frame')}`,
  untyped: 'Thrown value',
  unhandled: 'unhandled',
  message: 'Exception message',
  none: 'No stack trace was sent.',
  anonymous: '(anonymous)',
  unknownFile: 'unknown file',
  foldedOutside: (count: number) => `${formatCount(count, 'frame')} outside the application`,
  foldedIn: (count: number, packages: string, more: number) =>
    `${formatCount(count, 'frame')} in ${packages}${more > 0 ? ` and ${more} more` : ''}`,
} as const

export const threads = {
  noun: 'thread',
  count: (count: number) => formatCount(count, 'thread'),
  unnamed: (id: string) => `thread ${id}`,
  frames: (count: number) => formatCount(count, 'frame'),
  crashed: 'crashed',
  main: 'main',
} as const

export const ways = {
  label: 'Events of this issue',
  first: 'First',
  older: 'Older event',
  newer: 'Newer event',
  last: 'Latest',
  recommended: 'Recommended',
  only: 'The only event of this issue',
  onlyKept: 'The only stored event of this issue',
  place: (number: number, count: number) => `${formatNumber(number)} of ${formatNumber(count)}`,
  many: (count: number) => `over ${formatNumber(count)}`,
  noun: 'events',
  storedNoun: 'stored events',
  whyRecommended: 'The recent event with the most detail',
  most: 'no recent event has more detail',
  has: (parts: readonly string[]) => `has ${listed(parts)}`,
  trace: 'a trace',
  variables: 'variables',
  trail: 'a trail',
  feedback: 'user feedback',
  logs: (count: number) => formatCount(count, 'log'),
  jump: 'Jump to',
} as const

/** `a, b and c`. */
function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

export const files = {
  label: 'Export',
  json: 'JSON',
  assistant: 'Copy for an assistant',
  stack: 'Copy',
  curl: 'Copy as cURL',
  copied: 'Copied',
  failed: 'Not copied',
} as const

export const editor = {
  open: 'Open in editor',
  choose: 'Open frames in an editor',
  why: 'Frames with a file path get a link that opens them in your editor.',
  editor: 'Editor',
  none: 'None',
  from: 'Path in events',
  to: 'Path on this computer',
  save: 'Save',
} as const

export const request = {
  address: 'Address',
  query: 'Query',
  body: 'Body',
  headers: (count: number) => formatCount(count, 'header'),
  cookies: (count: number) => formatCount(count, 'cookie'),
} as const

export const factNames = {
  person: 'User',
  page: 'Page',
  transaction: 'Transaction',
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  device: 'Device',
  method: 'Method',
  runtime: 'Runtime',
  system: 'System',
  server: 'Server',
  logger: 'Logger',
  platform: 'Platform',
  sdk: 'SDK',
  trace: 'Trace',
  event: 'Event',
} as const

export const facts = {
  label: 'About this event',
  title: 'Facts',
  more: 'More facts',
  digest: 'Digest',
  digests: 'Digests',
  when: 'When',
  exactly: 'Exact time',
  filter: 'Filter the events of this issue',
  allOfUser: 'all activity of this user',
  ours: 'Shown to this user. The first half identifies the issue, the second this event.',
  foreign: 'Shown to this user by the application’s own error screen.',
} as const

export const warnings = 'Some of the data that was sent is missing or was changed:'
export const failedLine = '(this line failed)'
export const codeOf = (what: string | undefined) => `Code of ${what ?? 'the frame'}`

export const grouping = {
  title: 'Why these events are one issue',
  by: {
    rule: 'A project rule set their fingerprint.',
    fingerprint: 'The application set their fingerprint.',
    stack: 'They failed in the same place, in the same way.',
    type: 'They have the same type, which decides alone.',
    message: 'Their messages match once variable parts are removed.',
    transaction: 'They have no message; grouped by transaction.',
    cause: 'They are echoes of the same server error: they share its digest or trace. Its grouping key:',
  },
  rule: 'Rule:',
  and: ' and ',
  ignored: 'Not compared:',
  version: (version: number) => `Grouping version ${version}, key`,
} as const

export const trail = {
  order: 'events before this one, latest last',
  earlier: (count: number) => formatCount(count, 'earlier step'),
  filter: 'Steps to show',
  all: 'All',
  kinds: { navigation: 'Navigation', http: 'HTTP', ui: 'UI', console: 'Console', other: 'Other' },
} as const

export const vars = { title: 'Variables', noun: 'variable' } as const
export const showAll = (count: number, noun: string) => `Show ${formatCount(count, `more ${noun}`)}`
export const showOther = (count: number) => `Show ${formatCount(count, 'other value')}`

export const trace = {
  whole: 'Open the full trace',
  at: (offset: string) => `at ${offset}`,
  here: 'this event',
  failed: 'failed',
  facts: (spans: number, errors: number, isWhole: boolean) =>
    `${formatCount(spans, 'span')}, ${formatCount(errors, 'error')}${isWhole ? '' : ', not fully loaded'}`,
} as const

export const logs = {
  by: {
    trace: 'in this trace, up to 30 s before and after',
    user: 'of this user, up to 30 s before and after',
    server: 'on this server, up to 30 s before and after',
  },
  open: 'Open in Logs',
} as const

export const similar = {
  title: 'Similar issues',
  note: 'Recent issues in this project with the same type or culprit.',
  sameSource: 'The same code, as its source maps show.',
  mergeInto: (shortId: string) => `Merge into ${shortId}`,
} as const

export const issueFacts = {
  label: 'Facts',
  regressedIn: 'regressed in',
  firstSeenIn: 'first seen in',
  afterMark: (delay: string, verb: string) => `${delay} after it was ${verb}`,
  digests: 'digest prefix',
} as const

/** These texts name the numbers of the band; each says of which period it is. */
export const numbers = {
  label: 'Numbers',
  events: (range: string) => `Events, ${range}`,
  chosenEvents: 'Events, chosen period',
  users: (range: string) => `Users, ${range}`,
  chosenUsers: 'Users, chosen period',
  /** Precedes an estimate. */
  about: 'about ',
  lastSeen: 'Last seen',
  inAll: (count: number) => `${formatNumber(count)} in all`,
  first: 'first',
} as const

export const eventColumns = {
  event: 'Event',
  person: 'User',
  release: 'Release',
  environment: 'Environment',
  when: 'When',
} as const

export const aboutIssue = 'About this issue'

export const emptyValue = '(empty)'
export const whoIsHit = { title: 'Top tags', others: 'others' } as const

export const trend = {
  day: '24 hours',
  fortnight: '14 days',
  last: (range: string) => `Last ${range}`,
  most: (count: string, bar: string) => `peak ${count} ${bar}`,
  ranges: 'Range',
  inMinutes: (minutes: number) => (minutes === 1 ? 'in a minute' : `in ${minutes} minutes`),
  inHours: (hours: number) =>
    hours === 1
      ? 'in an hour'
      : hours < 24
        ? `in ${hours} hours`
        : hours === 24
          ? 'in a day'
          : `in ${hours / 24} days`,
  now: 'now',
  bar: (moment: string, count: number) => `${moment}: ${formatCount(count, 'event')}`,
  drawn: (total: string, range: string, most: string) => `${total} in ${range}, peak ${most} per bar`,
  table: 'Show data',
  from: (zone: string) => `From (${zone})`,
  events: 'Events',
  marks: 'Releases and deploys',
  released: 'released',
  deployed: (environment: string) => `deployed to ${environment}`,
} as const

/** The sentence under the trend says what changed, then names a release and what became of it. */
export const change = {
  first: (delay: string) => `First seen ${delay} after `,
  more: (factor: string) => `${factor} times as many events`,
  again: 'Events again',
  after: (what: string) => `${what} after `,
  later: (what: string, moment: string, delay: string) => `${what} from ${moment} on, ${delay} after `,
  alone: (what: string, moment: string) => `${what} from ${moment} on.`,
  was: (verb: string) => ` was ${verb}.`,
  withoutMarks: ' No release or deploy in the day before.',
  atOnce: 'within a minute',
  minutes: (count: number) => formatCount(count, 'minute'),
  hours: (count: number) => formatCount(count, 'hour'),
  days: (count: number) => formatCount(count, 'day'),
} as const

/** These texts head the events of a chosen period, or those that match a search. */
export const chosen = {
  note: (range: string) => `in ${range}`,
  none: 'No stored events in this period.',
  all: 'All events',
  filter: 'Filter events',
  search: 'Search events',
  example: 'user:id:42 release:2.5.0 browser:Firefox',
  noMatch: 'No stored events match.',
  searchedUntil: (time: string) => `Searched back to ${time}.`,
  newest: 'Newest',
  older: 'Older',
  further: 'Continue the search',
} as const

export const state = {
  noEvents: 'All events of this issue have been deleted.',
  openLatest: 'Open the latest event',
  count: (count: number, isBeginningGone: boolean) =>
    `${formatCount(count, 'event')}${isBeginningGone ? ', not all stored' : ''}`,
} as const

/** These texts name what the page of a large event hides at first. */
export const leftOut = {
  intro: (parts: string) => `This event is large; hidden: ${parts}.`,
  all: 'Show everything',
  code: (count: number) => `code of ${formatCount(count, 'frame')}`,
  frames: (count: number) => formatCount(count, 'outer frame'),
  threads: (count: number) => formatCount(count, 'thread'),
  threadStacks: (count: number) => `stacks of ${formatCount(count, 'thread')}`,
  steps: (count: number) => formatCount(count, 'earlier step'),
  tags: (count: number) => formatCount(count, 'tag'),
  packages: (count: number) => formatCount(count, 'package'),
  images: (count: number) => formatCount(count, 'image'),
  values: (count: number) => formatCount(count, 'long value'),
  groupingLines: (count: number) => formatCount(count, 'grouping line'),
} as const

export const notes = {
  extra: 'added by the application',
  flags: 'in the order evaluated, latest last',
} as const

/** Stands for the name of a user who gave none. */
export const somebody = 'Anonymous'
