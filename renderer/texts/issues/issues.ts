import { formatCount } from '#renderer/format/format.ts'

// Words of the issues page that its loader says: they are in no script.

export const open = 'Open'
export const forReview = 'For review'
export const regressed = 'Regressed'
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

export const toMe = 'to me'
export const toNobody = 'to nobody'

export const filters = 'Filters'
export const hideFilters = 'Hide filters'

export const lastDay = 'Last 24 hours'
export const lastDays = 'Last 14 days'
export const showDay = '24 h'
export const showDays = '14 d'

export interface Emptiness {
  title: string
  text: string
  /** What the way on is called. */
  way: string
}

const ALL_ISSUES = 'Show all issues'

/** Why the usual lists are empty, by what they search for. */
export const emptyLists: Record<string, Emptiness> = {
  'is:unresolved': {
    title: 'Nothing is open',
    text: 'All that failed is resolved or ignored. What fails next will stand here.',
    way: ALL_ISSUES,
  },
  'is:for_review': {
    title: 'Nothing to review',
    text: 'What is new, came back or escalates stands here until somebody takes it.',
    way: ALL_ISSUES,
  },
  'is:regressed': {
    title: 'Nothing has come back',
    text: 'What was resolved and happens again will stand here.',
    way: ALL_ISSUES,
  },
  'is:ignored': { title: 'Nothing is ignored', text: 'What you ignore waits here.', way: ALL_ISSUES },
  'is:resolved': { title: 'Nothing is resolved', text: 'What you resolve rests here.', way: ALL_ISSUES },
}

export const nothingFound: Emptiness = {
  title: 'No issue is like that',
  text: 'Look for less, or for other words.',
  way: 'Back to what is open',
}

export const nothingInScope: Emptiness = {
  title: 'Nothing in this environment and time',
  text: 'The search was limited to what the top bar says.',
  way: 'Search everywhere, at any time',
}

export const saved = (name: string) => `The view ${name} is saved.`
export const renamed = (name: string) => `The view is called ${name} now.`
export const deleted = 'The view is gone.'
export const noneChosen = 'Cannot change issues: none was chosen'
export const noSuchChange = 'Cannot change issues: the form names no change that there is'
export const changed = (count: number) => `${formatCount(count, 'issue')} changed.`
