/** The most, or latest, comes first; the names are Sentry's. */
export const ISSUE_SORTS = {
  date: 'last seen',
  new: 'first seen',
  freq: 'events',
  user: 'users',
  trends:
    'events of the last 24 hours minus those of the 24 hours before; issues without events in both are omitted',
} as const

export type IssueSort = keyof typeof ISSUE_SORTS

export function isIssueSort(name: string): name is IssueSort {
  return Object.hasOwn(ISSUE_SORTS, name)
}
