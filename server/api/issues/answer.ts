import type { Permalinks } from '#server/api/permalinks.ts'
import { toProjectReference } from '#server/api/projects/answer.ts'
import { formatTime } from '#server/api/time.ts'
import { formatTitle, isMessage } from '#server/api/title.ts'
import type { IssueSummary } from '#server/models/issues.ts'
import type { ProjectSummary } from '#server/models/projects.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { IssueMarks } from '#server/store/issues/handling.ts'
import { toActorAnswer } from './assignee-answer.ts'

export interface IssueAnswerContext {
  /** Undefined where it is not known. */
  platform: string | undefined
  /** Undefined only if the issue was deleted between two reads. */
  marks: IssueMarks | undefined
  /** Undefined only if the project was deleted between two reads. */
  project: ProjectSummary | undefined
  permalinks: Permalinks
  /** Milliseconds since the epoch: the end of the last hour that is counted. */
  now: number
}

/** https://docs.sentry.io/api/events/list-a-projects-issues/: counts are strings there, ids too. */
export function toIssueAnswer(
  issue: IssueSummary,
  { platform, marks, project, permalinks, now }: IssueAnswerContext,
) {
  return {
    id: String(issue.id),
    shortId: issue.shortId,
    title: formatTitle(issue),
    culprit: issue.culprit,
    permalink: permalinks.issue(issue.id),
    level: issue.level,
    platform: platform ?? null,
    status: issue.status === 'open' ? 'unresolved' : issue.status,
    substatus: issue.substatus ?? (issue.status === 'open' ? 'ongoing' : null),
    statusDetails: {},
    assignedTo: issue.assignee && toActorAnswer(issue.assignee),
    type: isMessage(issue) ? 'default' : 'error',
    metadata: isMessage(issue) ? { title: formatTitle(issue) } : { type: issue.type, value: issue.value },
    isUnhandled: issue.isUnhandled,
    isBookmarked: marks?.isBookmarked ?? false,
    isSubscribed: marks?.isSubscribed ?? false,
    numComments: marks?.commentCount ?? 0,
    hasSeen: false, // the desk does not keep who has looked at an issue
    isPublic: false, // nor can an issue be shared with people who do not sign in
    count: String(issue.scopedCount ?? issue.eventCount),
    userCount: issue.scopedUsers?.count ?? issue.userCount,
    firstSeen: formatTime(issue.firstSeen),
    lastSeen: formatTime(issue.lastSeen),
    ...(issue.scopedCount !== undefined && { lifetime: toLifetime(issue) }),
    project: project ? toProjectReference(project) : { slug: issue.projectSlug },
    stats: { '24h': toSeries(issue.hourlyCounts, now) },
  }
}

/** The totals beside the counts of a period, an environment or a release. */
function toLifetime(issue: IssueSummary) {
  return {
    count: String(issue.eventCount),
    userCount: issue.userCount,
    firstSeen: formatTime(issue.firstSeen),
    lastSeen: formatTime(issue.lastSeen),
  }
}

/** Pairs of the hour's beginning in seconds since the epoch, and its events; the hour that runs is the last. */
function toSeries(hourlyCounts: readonly number[], now: number): [number, number][] {
  const lastHour = Math.floor(now / HOUR_MS)
  return hourlyCounts.map((count, index) => [(lastHour - hourlyCounts.length + 1 + index) * 3600, count])
}
