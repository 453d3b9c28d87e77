import { formatTime } from '#server/api/time.ts'
import type { IssueHandling } from '#server/desk/issues/issues.ts'
import type { IssueState } from '#server/processing/life-cycle.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Activity } from '#server/store/issues/activity.ts'
import { toActorAnswer } from './assignee-answer.ts'

/** What an issue's answer has beside that of a list: Sentry's names. */
export function toHandlingAnswer(handling: IssueHandling) {
  const { state, assignee, activity, regression } = handling
  return {
    statusDetails: toStatusDetails(state),
    assignedTo: assignee && toActorAnswer(assignee),
    activity: activity.map(formatActivity),
    regression: regression && { eventID: regression.eventId, dateCreated: formatTime(regression.at) },
  }
}

/** https://docs.sentry.io/api/events/retrieve-an-issue/ omits these if the issue waits for nothing; so do we. */
export function toStatusDetails(state: IssueState): object {
  if (state.status === 'resolved') {
    const { resolution } = state
    switch (resolution.kind) {
      case 'now':
        return {}
      case 'next-release':
        return { inNextRelease: true }
      case 'release':
        return { inRelease: resolution.release }
    }
  }
  if (state.status !== 'ignored') return {}
  const { until } = state
  switch (until.kind) {
    case 'forever':
      return {}
    case 'time':
      return { ignoreUntil: formatTime(until.until) }
    case 'events':
      return {
        ignoreCount: until.count,
        ...(until.periodMinutes === null ? {} : { ignoreWindow: until.periodMinutes }),
        ...inEnvironment(until),
      }
    case 'users':
      return {
        ignoreUserCount: until.count,
        ...(until.periodMinutes ? { ignoreUserWindow: until.periodMinutes } : {}),
        ...inEnvironment(until),
      }
    case 'escalating':
      return { ignoreUntilEscalating: true, ignoreHourlyLimit: until.hourlyLimit } // ours: Sentry's is secret
    case 'environment':
      return { ignoreEnvironment: until.environment }
  }
}

function inEnvironment({ environment }: { environment?: string }): object {
  return environment === undefined ? {} : { ignoreEnvironment: environment }
}

const SENTRY_TYPES = {
  'first-seen': 'first_seen',
  resolved: 'set_resolved',
  ignored: 'set_ignored',
  archived: 'set_ignored',
  reopened: 'set_unresolved',
  lapsed: 'set_unresolved',
  escalating: 'set_escalating',
  regressed: 'set_regression',
  assigned: 'assigned',
  unassigned: 'unassigned',
  comment: 'note',
  merged: 'merge',
  'split-off': 'unmerge_source',
  'split-from': 'unmerge_destination',
  undone: 'undone',
  alerted: 'alerted', // ours: Sentry has none
  acknowledged: 'acknowledged',
  unacknowledged: 'unacknowledged',
  tracker: 'create_issue', // whatever was done with it: `data` says what
} as const satisfies Record<Activity['kind'], string>

/** `data` of a resolution or an ignoring has the form of `statusDetails`. */
export function formatActivity(activity: Activity) {
  const { id, kind, accountId, who, email, createdAt } = activity
  const user =
    accountId === null || who === null || email === null
      ? null
      : toActorAnswer({ type: 'user', id: accountId, email, name: who })
  return {
    id: String(id),
    type: typeOf(activity),
    user,
    /** This field is ours: it names the token, if there was no account. */
    by: accountId === null ? who : null,
    data: dataOf(activity),
    dateCreated: formatTime(createdAt),
    ...(kind === 'comment' ? { text: activity.data.text } : {}),
  }
}

function typeOf(activity: Activity): string {
  const isInRelease = activity.kind === 'resolved' && activity.data.resolution.kind !== 'now'
  return isInRelease ? 'set_resolved_in_release' : SENTRY_TYPES[activity.kind]
}

function dataOf(activity: Activity): object {
  switch (activity.kind) {
    case 'resolved':
      return toStatusDetails({ status: 'resolved', ...activity.data })
    case 'ignored': {
      const { until } = activity.data
      const details = toStatusDetails({ status: 'ignored', until })
      return until.kind === 'time'
        ? { ...details, ignoreDuration: Math.round((until.until - activity.createdAt) / MINUTE_MS) }
        : details
    }
    case 'regressed':
    case 'escalating':
      return { event_id: activity.data.eventId, version: activity.data.release }
    default:
      return activity.data
  }
}
