import { formatCount, formatNumber } from '#renderer/format/format.ts'
import type { MessageState } from '#server/models/alerts/deliveries.ts'

export const title = 'Messages'
export const intro = 'Each message of your rules, and whether it was delivered.'
export const noneTitle = 'No messages yet'
export const none = 'A message appears here when a rule applies to an issue, a monitor or a check.'
export const noneMatch = 'No messages match'
export const noneMatchText = 'Try another state, channel or rule.'
export const all = 'Show all messages'
export const toRules = 'Show rules'

export const statesLabel = 'State'
export const anyState = 'All'

export const states: Record<MessageState, string> = {
  collecting: 'collecting',
  waiting: 'waiting',
  delivered: 'delivered',
  undelivered: 'undelivered',
  discarded: 'discarded',
  withheld: 'withheld',
}

export const stateTabs: Record<MessageState, string> = {
  collecting: 'Collecting',
  waiting: 'Waiting',
  delivered: 'Delivered',
  undelivered: 'Undelivered',
  discarded: 'Discarded',
  withheld: 'Withheld',
}

/** What each state means. The page of a message shows it below the state. */
export const meanings: Record<MessageState, string> = {
  collecting: 'More of the same may join this message until it is sent.',
  waiting: 'It will be sent soon, or sent again after a failure.',
  delivered: 'The channel accepted it.',
  undelivered: 'It was given up: the receiver refused it, or the last retry failed.',
  discarded: 'It was discarded and will not be sent.',
  withheld: 'It was left out, because its channel had enough messages in that hour.',
}

export const filter = {
  channel: 'Channel',
  anyChannel: 'Any channel',
  rule: 'Rule',
  anyRule: 'Any rule',
  button: 'Filter',
} as const

export const columns = {
  message: 'Message',
  state: 'State',
  rule: 'Rule',
  channel: 'Channel',
  created: 'Created',
} as const

export const gone = 'deleted'
/** In place of a rule, where an account hears of something by itself. */
export const personal = 'own notification'
export const test = 'test'
export const newest = 'Newest'
export const older = 'Older'

export const retryAll = 'Retry all undelivered'
export const retriedAll = (count: number) => `${formatCount(count, 'message')} will be sent again.`

export const page = {
  facts: 'Facts',
  about: 'About',
  more: (count: number) => `and ${formatNumber(count)} more`,
  noSubjects: 'The message no longer says what it was about.',
  created: 'Created',
  due: 'Next try',
  delivered: 'Delivered',
  project: 'Project',
  rule: 'Rule',
  channel: 'Channel',
  tries: 'Tries',
  noTries: 'It was not tried yet.',
  retry: 'Send again',
  retried: (title: string) => `“${title}” will be sent again.`,
  discard: 'Discard',
  discarded: (title: string) => `Discarded “${title}”.`,
} as const

export const tries = {
  outcome: { delivered: 'delivered', later: 'will be retried', refused: 'refused' },
  status: (status: number) => `status ${status}`,
  noAnswer: 'no answer',
  details: 'Request and answer',
  request: 'Request',
  response: 'Answer',
  empty: 'Empty.',
} as const

export const unknownChange = 'Cannot change the message: unknown action'
