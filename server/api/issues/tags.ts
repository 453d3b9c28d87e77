import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatTime } from '#server/api/time.ts'
import type { IssueTag } from '#server/store/issues/tags.ts'

/** https://docs.sentry.io/api/events/list-an-issues-tags/ */
export async function listIssueTags({ desk, params }: ApiRequest): Promise<Answer> {
  const issueId = issueIdOf(params)
  const tags = issueId === undefined ? undefined : await desk.issues.listTags(issueId)
  return tags ? answer(tags.map(toTagAnswer)) : refuse(404, 'Cannot list tags: there is no such issue')
}

/** https://docs.sentry.io/api/events/retrieve-tag-details/ */
export async function getIssueTag({ desk, params }: ApiRequest): Promise<Answer> {
  const issueId = issueIdOf(params)
  const tag = issueId === undefined ? undefined : await desk.issues.findTag(issueId, params.key ?? '')
  return tag ? answer(toTagAnswer(tag)) : refuse(404, 'Cannot show the tag: the issue has no such tag')
}

/** https://docs.sentry.io/api/events/list-a-tags-values-for-an-issue/; all values that are kept, the most frequent first. */
export async function listIssueTagValues({ desk, params }: ApiRequest): Promise<Answer> {
  const issueId = issueIdOf(params)
  const tag = issueId === undefined ? undefined : await desk.issues.findTag(issueId, params.key ?? '')
  return tag
    ? answer(toTagAnswer(tag).topValues)
    : refuse(404, 'Cannot list values: the issue has no such tag')
}

function issueIdOf(params: Record<string, string>): number | undefined {
  const { issueId = '' } = params
  return isOurOrganization(params) ? Number(issueId) : undefined
}

function toTagAnswer({ key, valueCount, eventCount, otherCount, topValues }: IssueTag) {
  return {
    key,
    name: key,
    uniqueValues: valueCount,
    totalValues: eventCount,
    otherCount,
    topValues: topValues.map(({ value, count, firstSeen, lastSeen }) => ({
      key,
      name: value,
      value,
      count,
      firstSeen: formatTime(firstSeen),
      lastSeen: formatTime(lastSeen),
    })),
  }
}
