// What people do with an issue, and what was done.

import { formatCount } from '#renderer/format/format.ts'
import type { IgnoredUntil, Resolution } from '#server/processing/life-cycle.ts'

export const actions = {
  label: 'Actions',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolveIn: 'Resolve in',
  nextRelease: 'Next release',
  whyNextRelease: 'Open again when a release after today’s newest has it.',
  inRelease: 'In release',
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  more: 'More',
  archive: 'Archive',
  whyArchive: 'Out of the way, whatever happens.',
  merge: 'Merge',
  mergeInto: 'Merge into (short id)',
  delete: 'Delete for ever',
  whatIsDeleted: (shortId: string) =>
    `${shortId} will be gone, with its events, attachments and comments. Archive keeps them.`,
  assign: 'Assign',
  assignee: 'Assignee',
  nobody: 'Nobody',
} as const

export const noSuchChange = 'Cannot change the issue: the form names no change that there is'
export const mergeIntoWhat = 'Cannot merge the issue: the short id of the other one is missing'

export const ignore = {
  title: 'Ignore',
  for: 'For',
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  forMinutes: 'For minutes',
  untilEvents: 'Until events',
  untilUsers: 'Until users',
  withinMinutes: 'within minutes',
  inEnvironment: 'In environment',
  forever: 'For ever',
} as const

export const split = {
  title: 'Merged groups',
  note: 'Choose those that are something else.',
  recent: (count: number) => formatCount(count, 'recent event'),
  button: 'Split off',
} as const

export const activity = {
  title: 'Activity',
  comment: 'Comment',
  example: 'What is known about it?',
  edit: 'Edit',
  edited: 'Edited comment',
  save: 'Save',
  delete: 'Delete',
} as const

/** The state's sentence goes on with since when. */
export const state = {
  resolved: 'Resolved',
  ignored: 'Ignored',
  archived: 'Archived',
  escalated: 'What it was ignored for ended',
  cameBack: 'Came back',
  with: ', with',
  event: (eventId: string) => `event ${eventId.slice(0, 8)}`,
} as const

/** After the name of who did it; what nobody did begins by itself. */
export const did = {
  firstSeen: 'First seen',
  resolved: (how: string) => `resolved this ${how}`.trim(),
  ignored: (until: string) => `ignored this ${until}`,
  archived: 'archived this',
  reopened: 'opened this again',
  lapsed: 'The time that it was ignored for has passed',
  cameBack: 'Came back',
  escalated: 'Did what its ignoring waited for',
  in: (release: string | null) => (release === null ? '' : ` in ${release}`),
  assigned: (to: string) => `assigned this to ${to}`,
  unassigned: 'assigned this to nobody',
  wrote: 'wrote',
  wroteAndEdited: 'wrote, and edited',
  merged: (issues: readonly string[]) => `merged ${issues.join(', ')} into this`,
  splitOff: 'split off',
  splitFrom: 'split this from',
} as const

/** After "Resolved". */
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

/** After "Ignored". */
export function until(what: IgnoredUntil, writeTime: (time: number) => string): string {
  switch (what.kind) {
    case 'forever':
      return 'for ever'
    case 'time':
      return `until ${writeTime(what.until)}`
    case 'events': {
      const events = `until ${formatCount(what.count, 'more event')}`
      return what.periodMinutes === null
        ? events
        : `${events} within ${formatCount(what.periodMinutes, 'minute')}`
    }
    case 'users': {
      const users = `until ${formatCount(what.count, 'user')} ${what.count === 1 ? 'is' : 'are'} hit`
      return what.periodMinutes ? `${users} within ${formatCount(what.periodMinutes, 'minute')}` : users
    }
    case 'environment':
      return `in ${what.environment}`
  }
}
