// The texts of the issues page that its loader sends: they are in no script.

export const open = 'Open'
export const forReview = 'For review'
export const forMe = 'For me'
export const regressed = 'Regressed'
/** Says which events or users of how many are counted: `53 of 828`. */
export const ofAll = (count: string, all: string) => `${count} of ${all}`
/** This is the text for an estimated number of users. */
export const aboutOfAll = (count: string, all: string) => `about ${count} of ${all}`
export const ignored = 'Ignored'
export const resolved = 'Resolved'
export const all = 'All'

export const sortNames = {
  date: 'Last seen',
  new: 'First seen',
  freq: 'Events',
  user: 'Users',
  trends: 'Trend',
} as const

export const facetNames = {
  level: 'Level',
  project: 'Project',
  environment: 'Environment',
  release: 'Release',
  assigned: 'Assigned',
} as const

export const toMe = 'me'
export const toMyTeams = 'my teams'
export const toNobody = 'unassigned'

export const filters = 'Filters'
export const hideFilters = 'Hide filters'

/** How long a time is, for trends. */
export const hoursLong = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
export const daysLong = (count: number) => (count === 1 ? '1 day' : `${count} days`)
export const last = (span: string) => `Last ${span}`
/** A part of a day up to now: `Since 13:00`. */
export const since = (clock: string) => `Since ${clock}`
/** A time that is over: `24 hours to 21 Nov, 12:30`. */
export const upTo = (span: string, end: string) => `${span} to ${end}`
export const showDay = '24 h'
export const showDays = '14 d'

export interface EmptyState {
  title: string
  text: string
  /** The text of the link below. */
  way: string
}

const ALL_ISSUES = 'Show all issues'

/** Explains why a usual list is empty, by its query. */
export const emptyLists: Record<string, EmptyState> = {
  'is:unresolved': {
    title: 'No open issues',
    text: 'All issues are resolved or ignored. New ones appear here.',
    way: ALL_ISSUES,
  },
  'is:for_review': {
    title: 'Nothing to review',
    text: 'New, regressed and escalating issues appear here until they are assigned.',
    way: ALL_ISSUES,
  },
  'is:for_me': {
    title: 'Nothing for you',
    text: 'Open issues that are assigned to you or a team of yours, or that mention you, appear here.',
    way: ALL_ISSUES,
  },
  'is:regressed': {
    title: 'No regressed issues',
    text: 'Resolved issues that happen again appear here.',
    way: ALL_ISSUES,
  },
  'is:ignored': { title: 'No ignored issues', text: 'Issues you ignore appear here.', way: ALL_ISSUES },
  'is:resolved': { title: 'No resolved issues', text: 'Issues you resolve appear here.', way: ALL_ISSUES },
}

export const nothingFound: EmptyState = {
  title: 'No issues match',
  text: 'Try fewer or different terms.',
  way: 'Show open issues',
}

/** A search for a value that no issue has. */
export const noSuchValue = {
  title: (word: string) => `No issue has ${word}`,
  near: 'Did you mean:',
  known: (key: string) => `Values of ${key}:`,
  none: (key: string) => `No issue has a value of ${key}.`,
}

export const nothingInScope: EmptyState = {
  title: 'No issues in this environment and period',
  text: 'The top bar limits the search.',
  way: 'Search all environments, any time',
}

export const saved = (name: string) => `View ${name} saved.`
export const renamed = (name: string) => `View renamed to ${name}.`
export const deleted = 'View deleted.'
export const noneChosen = 'Cannot change issues: none selected'
export const noSuchChange = 'Cannot change issues: unknown action'
export const allGone = 'Cannot change issues: they were deleted or merged meanwhile'
