import type { ChangeKind, IssueRequest } from '#server/models/issue-changes.ts'

/** The bounds of one request. Counts are looked up event by event in the writer, so they are bounded. */
export const changeLimits = {
  issues: 1_000,
  /** A year. */
  ignoreMinutes: 366 * 24 * 60,
  ignoreEvents: 10_000,
  ignoreUsers: 1_000,
  releaseChars: 250,
  environmentChars: 250,
  commentChars: 10_000,
} as const

export interface ChangeFault {
  /** What is wrong, for the end of a sentence. */
  reason: string
  /** The field of the form that is at fault. */
  field: string
}

export function changeKindOf(request: IssueRequest): ChangeKind | undefined {
  switch (request.kind) {
    case 'reopen':
      return 'reopened'
    case 'archive':
      return 'archived'
    case 'resolve':
    case 'resolve-in-next-release':
    case 'resolve-in-release':
      return 'resolved'
    case 'ignore':
    case 'ignore-for':
    case 'ignore-until-events':
    case 'ignore-until-users':
    case 'ignore-until-escalating':
    case 'ignore-environment':
      return 'ignored'
    case 'assign':
      return request.accountId === null ? 'unassigned' : 'assigned'
    case 'assign-team':
      return 'assigned'
    case 'merge':
      return 'merged'
    case 'delete':
      return 'deleted'
    case 'bookmark':
    case 'subscribe':
      return undefined
  }
}

/** Finds what is wrong with a request; undefined when nothing is. */
export function refusalOf(change: IssueRequest): ChangeFault | undefined {
  switch (change.kind) {
    case 'resolve-in-release':
      return textRefusal('release', change.release, changeLimits.releaseChars)
    case 'ignore-for':
      return numberRefusal('minutes', change.minutes, changeLimits.ignoreMinutes)
    case 'ignore-until-events':
      return (
        numberRefusal('count', change.count, changeLimits.ignoreEvents) ??
        periodRefusal('period', change.periodMinutes) ??
        placeRefusal('event-environment', change.environment)
      )
    case 'ignore-until-users':
      return (
        numberRefusal('users', change.count, changeLimits.ignoreUsers) ??
        periodRefusal('user-period', change.periodMinutes ?? null) ??
        placeRefusal('user-environment', change.environment)
      )
    case 'ignore-environment':
      return textRefusal('environment', change.environment, changeLimits.environmentChars)
    default:
      return undefined
  }
}

function periodRefusal(field: string, minutes: number | null): ChangeFault | undefined {
  return minutes === null ? undefined : numberRefusal(field, minutes, changeLimits.ignoreMinutes)
}

function placeRefusal(field: string, environment: string | undefined): ChangeFault | undefined {
  return environment === undefined
    ? undefined
    : textRefusal(field, environment, changeLimits.environmentChars)
}

function numberRefusal(field: string, value: number, most: number): ChangeFault | undefined {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return undefined
  return { field, reason: `${field} must be a whole number from 1 to ${most}` }
}

function textRefusal(field: string, value: string, mostChars: number): ChangeFault | undefined {
  if (value !== '' && value.length <= mostChars) return undefined
  return { field, reason: `${field} must have 1 to ${mostChars} characters` }
}
