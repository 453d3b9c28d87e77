// What the pages of issues and events say.
import { formatCount } from '#renderer/format/format.ts'

export const sections = {
  otherSides: 'The other side of this failure',
  feedback: 'What people said',
  stack: 'Stack trace',
  message: 'Message',
  threads: 'Other threads',
  trail: 'Trail',
  trace: 'Trace',
  request: 'Request',
  flags: 'Feature flags',
  tags: 'Tags',
  extra: 'Extra',
  context: 'Context',
  attachments: 'Attachments',
  grouping: 'Grouping',
  events: 'Events',
} as const

export const echo = {
  withCause:
    'This is an echo: production builds tell the browser only that something failed on the server. The server’s own event says what.',
  alone:
    'This is an echo: production builds tell the browser only that something failed on the server. No event of the server has this digest or trace: report errors of the server too, as the project’s set-up page shows.',
} as const

export const stack = {
  order: 'latest call first',
  inThread: 'in thread',
  causedBy: 'caused by',
  untyped: 'Thrown value',
  unhandled: 'unhandled',
  message: 'Message of the exception',
  none: 'It came without a stack.',
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
  older: 'Older',
  newer: 'Newer',
  last: 'Latest',
  recommended: 'Recommended',
  event: ' event',
  only: 'The only event of this issue.',
  onlyKept: 'The only event of this issue that is kept.',
  whyRecommended: 'A recent event with the most to see',
  jump: 'Jump to',
} as const

export const files = {
  label: 'Take it along',
  json: 'JSON',
  markdown: 'Markdown',
  assistant: 'Copy for an assistant',
  stack: 'Copy',
  curl: 'Copy as cURL',
  copied: 'Copied',
  failed: 'Not copied',
} as const

export const editor = {
  open: 'Open in editor',
  choose: 'Open frames in an editor',
  why: 'Frames with a path on a disk get a link that opens them where you work.',
  editor: 'Editor',
  none: 'None',
  from: 'Path in reports',
  to: 'Path on this computer',
  save: 'Save',
} as const

export const request = {
  address: 'Address',
  query: 'Query',
  body: 'Body',
  headers: (count: number) => formatCount(count, 'header'),
} as const

export const factNames = {
  person: 'Person',
  page: 'Page',
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  device: 'Device',
  method: 'Method',
  runtime: 'Runtime',
  system: 'System',
  server: 'Server',
  logger: 'Logger',
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
  exactly: 'Exactly',
  ours: 'Shown to this visitor. The first half is this issue, the second this one event.',
  foreign: 'Shown to this visitor by the application’s own error screen.',
} as const

export const warnings = 'Not everything that was sent is here:'
export const failedLine = '(this line failed)'
export const codeOf = (what: string | undefined) => `Code of ${what ?? 'the frame'}`

export const grouping = {
  title: 'Why these events are one issue',
  by: {
    rule: 'A rule of the project set their fingerprint.',
    fingerprint: 'The application set their fingerprint.',
    stack: 'They failed at the same place, in the same way.',
    message: 'They say the same, but for what changes from one to the next.',
    transaction: 'They say nothing, but where they happened.',
    cause: 'They are echoes of the same server error: they have its digest or its trace. Its grouping key:',
  },
  rule: 'Rule:',
  and: ' and ',
  ignored: 'Not compared:',
  version: (version: number) => `Grouping version ${version}, key`,
} as const

export const trail = {
  order: 'what led here, latest last',
  earlier: (count: number) => formatCount(count, 'earlier step'),
  filter: 'Steps to show',
  all: 'All',
  kinds: { navigation: 'Navigation', http: 'HTTP', ui: 'UI', console: 'Console', other: 'Other' },
} as const

export const vars = 'Variables'
export const showAll = (count: number, noun: string) => `Show ${formatCount(count, `more ${noun}`)}`
export const showOther = (count: number) => `Show ${formatCount(count, 'other value')}`

export const trace = {
  whole: 'Open the whole trace',
  at: (offset: string) => `at ${offset}`,
  here: 'this event',
  failed: 'failed',
  facts: (spans: number, errors: number, isWhole: boolean) =>
    `${formatCount(spans, 'span')}, ${formatCount(errors, 'error')}${isWhole ? '' : ', not all of it read'}`,
} as const

export const similar = {
  title: 'Similar issues',
  note: 'Seen lately in this project, of the same type or from the same place.',
} as const

export const issueFacts = {
  firstSeen: 'first seen',
  lastSeen: 'last seen',
  digests: 'digests begin with',
} as const

export const eventColumns = {
  event: 'Event',
  person: 'Person',
  release: 'Release',
  environment: 'Environment',
  when: 'When',
} as const

export const aboutIssue = 'About this issue'

export const emptyValue = '(empty)'
export const whoIsHit = { title: 'Who is hit', others: 'others' } as const

export const trend = {
  day: '24 hours',
  fortnight: '14 days',
  last: (range: string) => `Last ${range}`,
  most: (count: string, bar: string) => `most ${bar}: ${count}`,
  ranges: 'Range',
  inHours: (hours: number) =>
    hours === 1
      ? 'in an hour'
      : hours < 24
        ? `in ${hours} hours`
        : hours === 24
          ? 'in a day'
          : `in ${hours / 24} days`,
  now: 'now',
  bar: (moment: string, count: number) => `${moment} UTC: ${formatCount(count, 'event')}`,
  drawn: (total: string, range: string, most: string) => `${total} in ${range}, ${most} in the busiest bar`,
  moreSince: (mark: string, verb: string) => `, more since ${mark} was ${verb}`,
  table: 'The numbers',
  from: 'From (UTC)',
  events: 'Events',
  marks: 'Releases and deploys',
  released: 'released',
  deployed: (environment: string) => `deployed to ${environment}`,
  more: (factor: string) => `: ${factor} times as many events since`,
  began: ', and it happens since',
} as const

/** Events of a time that was chosen. */
export const chosen = {
  note: (range: string) => `of ${range}`,
  none: 'No event that is kept came in this time.',
  all: 'Events of all times',
} as const

export const state = {
  noEvents: 'No event of this issue is kept any more.',
  openLatest: 'Open the latest event',
  count: (count: number, isBeginningGone: boolean) =>
    `${formatCount(count, 'event')}${isBeginningGone ? ', not all of them kept' : ''}`,
} as const

/** Of a large event, what its page does not show at once. */
export const leftOut = {
  intro: (parts: string) => `This event is large. Not shown here: ${parts}.`,
  all: 'Show all of it',
  code: (count: number) => `the code of ${formatCount(count, 'frame')}`,
  frames: (count: number) => formatCount(count, 'outer frame'),
  threads: (count: number) => formatCount(count, 'thread'),
  threadStacks: (count: number) => `the stacks of ${formatCount(count, 'thread')}`,
  steps: (count: number) => formatCount(count, 'earlier step'),
  tags: (count: number) => formatCount(count, 'tag'),
  values: (count: number) => formatCount(count, 'long value'),
  groupingLines: (count: number) => `${formatCount(count, 'line')} of the grouping`,
} as const

export const notes = {
  extra: 'added by the application',
  flags: 'as they were looked at, latest last',
} as const

/** Whoever wrote without a name. */
export const somebody = 'Somebody'
