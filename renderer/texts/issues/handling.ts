// The actions on an issue, and its activity.

import { formatCount } from '#renderer/format/format.ts'
import type { IgnoredUntil, Resolution } from '#server/processing/life-cycle.ts'

export const actions = {
  label: 'Actions',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolveIn: 'More ways to resolve',
  nextRelease: 'In the next release',
  whyNextRelease: 'Reopens if it happens in a release newer than today’s newest.',
  inRelease: 'In release',
  bookmark: 'Bookmark',
  unbookmark: 'Remove bookmark',
  markdown: 'Open as Markdown',
  assign: 'Assign',
  more: 'More actions',
  merge: 'Merge',
  mergeInto: 'Merge into (short ID)',
  /** The next page asks. */
  delete: 'Delete…',
  assignedTo: (name: string | undefined) => `Assignee: ${name ?? 'unassigned'}`,
  you: 'you',
  nobody: 'Unassigned',
  /** The rule follows. */
  suggestedBy: 'Owner by',
} as const

export const noSuchChange = 'Cannot change the issue: unknown action'
export const mergeIntoWhat = 'Cannot merge the issue: the other issue’s short ID is missing'

/** The words of one sentence with fields in it: "until 100 more events within 1 hour". */
export const ignore = {
  title: 'Ignore',
  legend: 'Ignore this issue',
  bulkLegend: 'Ignore the selected issues',
  for: 'For',
  duration: 'Duration',
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  month: '30 days',
  until: 'Until',
  moreEvents: 'more events',
  moreUsers: 'more users',
  eventCount: 'Number of events',
  userCount: 'Number of users',
  eventPeriod: 'Period of the events',
  userPeriod: 'Period of the users',
  inAll: 'in all',
  escalates: 'Until it escalates',
  anywhere: 'in any environment',
  inPlace: (environment: string) => `in ${environment}`,
  eventEnvironment: 'Environment of the events',
  userEnvironment: 'Environment of the users',
  within: (duration: string) => `within ${duration}`,
  inEnvironment: 'While it is only in',
  environment: 'Environment',
  forever: 'Forever',
  names: {
    time: 'For a time',
    events: 'Until more events',
    users: 'Until more users',
    environment: 'While it is only in one environment',
  },
  outcome: {
    time: 'Reopens when the time is over.',
    events: 'Reopens when it has happened that often.',
    users: 'Reopens when that many users are affected.',
    escalating: 'Reopens when an hour has twice the events of its busiest hour of the last 7 days.',
    environment: 'Reopens when it happens in another environment.',
    forever: 'Stays hidden, even if it happens again.',
  },
} as const

export const split = {
  title: 'Merged groups',
  note: 'Select the groups to move to a new issue.',
  recent: (count: number) => formatCount(count, 'recent event'),
  button: 'Split off',
} as const

export const activity = {
  title: 'Activity',
  subscribe: 'Subscribe',
  unsubscribe: 'Unsubscribe',
  subscribeHint: 'Hear of comments on this issue and of its changes',
  unsubscribeHint: 'You hear of comments on this issue and of its changes',
  comment: 'Comment',
  example: 'Add a comment; @ and # mention members and teams',
  issuesOf: (whose: string) => `Open issues of ${whose}`,
  edit: 'Edit',
  edited: 'Edited comment',
  save: 'Save',
  delete: 'Delete',
} as const

/** Each begins a sentence that ends with the time since when. */
export const state = {
  resolved: 'Resolved',
  ignored: 'Ignored',
  archived: 'Archived',
  escalated: 'No longer ignored: its condition was met',
  cameBack: 'Regressed',
  with: ', with',
  event: (eventId: string) => `event ${eventId.slice(0, 8)}`,
} as const

const CHANGE_NAMES: Record<string, string> = {
  assigned: 'assigned this',
  unassigned: 'unassigned this',
  merged: 'merged',
  'split-off': 'split off',
}

/** Each follows the name of the account that acted; automatic changes have none and begin with a capital. */
export const did = {
  firstSeen: 'First seen',
  resolved: (how: string) => `resolved ${how}`.trim(),
  ignored: (until: string) => `ignored ${until}`,
  archived: 'archived',
  reopened: 'reopened',
  lapsed: 'Ignore period ended',
  cameBack: 'Regressed',
  escalated: 'No longer ignored: its condition was met',
  in: (release: string | null) => (release === null ? '' : ` in ${release}`),
  assigned: ({ assignee, rule }: { assignee: string; rule?: string }) =>
    rule === undefined ? `assigned this to ${assignee}` : `Assigned to ${assignee} by the rule ${rule}`,
  unassigned: ({ was, why }: { was?: string; why?: string }) =>
    was === undefined
      ? 'unassigned this'
      : `Unassigned: ${was} ${why === 'team-deleted' ? 'was deleted' : 'was removed'}`,
  wrote: 'wrote',
  wroteAndEdited: 'wrote (edited)',
  merged: (issues: readonly string[]) => `merged ${issues.join(', ')} into this`,
  undone: (change: string) => `undid “${CHANGE_NAMES[change] ?? change}”`,
  acknowledged: 'acknowledged this',
  unacknowledged: 'took back the acknowledgement',
  tracker: {
    created: 'created',
    linked: 'linked this to',
    unlinked: 'unlinked this from',
    closed: 'Closed',
    reopened: 'Reopened',
  },
  splitOff: 'split off',
  splitFrom: 'split this from',
  alerted: ({ rule, channels, step }: { rule: string; channels: readonly string[]; step?: number }) =>
    `${step === undefined ? 'Alert' : `Not acknowledged, step ${step}: alert`} by “${rule}”${channels.length === 0 ? '' : ` to ${channels.join(', ')}`}`,
} as const

/** Says in which release it is resolved, after "Resolved". */
export function resolution(how: Resolution): string {
  switch (how.kind) {
    case 'now':
      return ''
    case 'next-release':
      return how.after === null ? 'in the next release' : `in the release after ${how.after}`
    case 'release':
      return `in ${how.release}`
  }
}

/** Says for how long it is ignored, after "Ignored". */
export function until(what: IgnoredUntil, writeTime: (time: number) => string): string {
  switch (what.kind) {
    case 'forever':
      return 'forever'
    case 'time':
      return `until ${writeTime(what.until)}`
    case 'events': {
      const events = `until ${formatCount(what.count, 'more event')}${placeOf(what)}`
      return what.periodMinutes === null
        ? events
        : `${events} within ${formatCount(what.periodMinutes, 'minute')}`
    }
    case 'users': {
      const users = `until ${formatCount(what.count, 'user')} ${what.count === 1 ? 'is' : 'are'} affected${placeOf(what)}`
      return what.periodMinutes ? `${users} within ${formatCount(what.periodMinutes, 'minute')}` : users
    }
    case 'escalating':
      return `until it has more than ${formatCount(what.hourlyLimit, 'event')} in an hour`
    case 'environment':
      return `in ${what.environment}`
  }
}

function placeOf({ environment }: { environment?: string }): string {
  return environment === undefined ? '' : ` in ${environment}`
}
