// What was done to issues, as the notice after it says.

import { formatNumber } from '#renderer/format/format.ts'
import type { IssueRequest } from '#server/models/issue-changes.ts'
import { resolution, until } from './handling.ts'

const MOST_NAMED = 4

interface Change {
  request: IssueRequest
  shortIds: readonly string[]
  /** The account or the team of an assignment. */
  assignee?: string | undefined
  /** The issue that the others were merged into. */
  into?: string | undefined
}

/** Says as "Resolved DEMO-6 and DEMO-7." */
export function done({ request, shortIds, assignee, into }: Change): string {
  const issues = listOf(shortIds)
  switch (request.kind) {
    case 'resolve':
      return `Resolved ${issues}.`
    case 'resolve-in-next-release':
      return `Resolved ${issues} in the next release.`
    case 'resolve-in-release':
      return `Resolved ${issues} ${resolution({ kind: 'release', release: request.release, known: [] })}.`
    case 'reopen':
      return `Reopened ${issues}.`
    case 'archive':
      return `Archived ${issues}.`
    case 'ignore':
      return `Ignored ${issues} until you reopen ${shortIds.length > 1 ? 'them' : 'it'}.`
    case 'ignore-for':
      return `Ignored ${issues} for ${periodOf(request.minutes)}.`
    case 'ignore-until-events':
      return `Ignored ${issues} ${until({ ...request, kind: 'events' }, String)}.`
    case 'ignore-until-users':
      return `Ignored ${issues} ${until({ ...request, kind: 'users' }, String)}.`
    case 'ignore-until-escalating':
      return `Ignored ${issues} until ${shortIds.length > 1 ? 'they escalate' : 'it escalates'}.`
    case 'ignore-environment':
      return `Ignored ${issues} in ${request.environment}.`
    case 'assign':
      return request.accountId === null
        ? `Unassigned ${issues}.`
        : `Assigned ${issues} to ${assignee ?? 'the account'}.`
    case 'assign-team':
      return `Assigned ${issues} to ${assignee ?? 'the team'}.`
    case 'subscribe':
      return request.isSubscribed
        ? `Subscribed to ${issues}.`
        : `Unsubscribed from ${issues}. You still hear when you are mentioned or assigned.`
    case 'bookmark':
      return request.isBookmarked ? `Bookmarked ${issues}.` : `Removed the bookmark of ${issues}.`
    case 'merge':
      return `Merged ${listOf(shortIds.filter((shortId) => shortId !== into))} into ${into ?? 'another issue'}.`
    case 'delete':
      return `Deleted ${issues}.`
  }
}

export const splitOff = (made: string, from: string) => `Split ${made} off ${from}.`

export const undone = (shortIds: readonly string[]) =>
  `Undone: ${listOf(shortIds)} ${shortIds.length > 1 ? 'are as they were' : 'is as it was'}.`

/** Lists as "DEMO-1, DEMO-2 and DEMO-3", or "DEMO-1, DEMO-2, DEMO-3 and 40 more issues". */
function listOf(shortIds: readonly string[]): string {
  const isLong = shortIds.length > MOST_NAMED
  const named = isLong ? shortIds.slice(0, MOST_NAMED - 1) : shortIds.slice(0, -1)
  const last = isLong
    ? `${formatNumber(shortIds.length - named.length)} more issues`
    : (shortIds.at(-1) ?? '')
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`
}

const UNITS = [
  [7 * 24 * 60, 'week'],
  [24 * 60, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

/** Says the minutes in the largest unit that leaves no rest. */
function periodOf(minutes: number): string {
  const [size, unit] = UNITS.find(([size]) => minutes % size === 0) ?? [1, 'minute']
  const count = minutes / size
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`
}
