import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { describeIssue } from '#server/api/issues/issues.ts'
import type { Permalinks } from '#server/api/permalinks.ts'
import { formatTime } from '#server/api/time.ts'
import { formatTitle } from '#server/api/title.ts'
import type { RelatedEvent } from '#server/models/events.ts'
import { toEventAnswer } from './answer.ts'

/**
 * Looks up the code of an error screen. A whole code has an event and its issue; a first half has the issue alone.
 * `url` is the page to open. `otherSides` are the other events of the same failure, the earliest first.
 */
export async function getDigest({ desk, params, permalinks, now }: ApiRequest): Promise<Answer> {
  const { digest = '' } = params
  const match = await desk.search.findByDigest(digest)
  const issue = match && (await desk.issues.find(match.issueId))
  if (!issue) return refuse(404, 'Cannot look up the digest: no stored event has it')
  const found = { kind: match.kind, digest, issue: await describeIssue({ desk, permalinks, now }, issue) }
  if (match.kind === 'issue') return answer({ ...found, event: null, url: permalinks.issue(issue.id) })
  const event = await desk.events.find(match.issueId, match.eventId)
  if (!event) return refuse(404, 'Cannot look up the digest: its event is no longer stored')
  const sides = await desk.events.listRelated(event)
  return answer({
    ...found,
    event: toEventAnswer(event, issue),
    otherSides: sides.map((side) => toRelatedEventAnswer(side, permalinks)),
    url: permalinks.event(issue.id, match.eventId),
  })
}

function toRelatedEventAnswer(other: RelatedEvent, permalinks: Permalinks) {
  return {
    id: other.eventId,
    groupID: String(other.issueId),
    project: other.projectSlug,
    side: other.side,
    level: other.level,
    title: formatTitle(other),
    dateCreated: formatTime(other.timestamp),
    url: permalinks.event(other.issueId, other.eventId),
  }
}
