// The texts of the users that an issue affected, and of the page of one user.
import { formatCount, formatNumber } from '#renderer/format/format.ts'

export const title = 'Users affected'
export const intro = (listed: number, count: number) =>
  listed < count
    ? `${formatNumber(listed)} of ${formatNumber(count)} users. Counts are of all time.`
    : 'Counts are of all time.'
export const none = 'No event of this issue names a user.'
export const others = (count: number) =>
  `${formatCount(count, 'more event')} by users who are not counted by name`
export const orders = { recent: 'Last seen', events: 'Most events' } as const

export const columns = { user: 'User', events: 'Events', first: 'First seen', last: 'Last seen' } as const
export const eventsOf = 'Show these events'

/** How a user is named: by the first of these that is known. */
export const kinds: Readonly<Record<string, string>> = {
  id: 'ID',
  email: 'email',
  username: 'username',
  ip: 'IP address',
}

export const user = {
  intro: (kind: string, project: string | undefined) =>
    `Identified by ${kind}. Everything stored about this user in ${project ?? 'all projects'}.`,
  facts: 'Facts',
  issues: 'Issues',
  issuesNote: (count: number, isAll: boolean) =>
    isAll ? formatCount(count, 'issue') : `the last ${count} issues`,
  events: 'Events',
  /** How many of them are listed. Only the issues seen last are searched for them. */
  eventsNote: (listed: number, total: number) =>
    listed < total
      ? `${listed} of ${formatNumber(total)}, newest first, of the issues seen last`
      : 'newest first',
  noEvents: 'The events of this user have been deleted.',
  traces: 'Traces',
  tracesNote: 'of these events',
  feedback: 'Feedback',
  count: (count: number) => formatCount(count, 'event'),
  everywhere: 'In all projects',
} as const
