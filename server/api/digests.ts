import { type Answer, type ApiRequest, answer, refuse } from './answer.ts'
import { toEventAnswer } from './event-answer.ts'
import { toIssueAnswer } from './issue-answer.ts'

/**
 * What an error screen's code stands for. A whole one: its event, and the issue of that; a first half: the issue,
 * and no event. `url` is the page to open.
 */
export async function getDigest({ desk, params, permalinks, now }: ApiRequest): Promise<Answer> {
  const { digest = '' } = params
  const match = await desk.findByDigest(digest)
  const issue = match && (await desk.findIssue(match.issueId))
  if (!issue) return refuse(404, 'Cannot look up the digest: no stored event carries it')
  const project = await desk.findProject(issue.projectSlug)
  const found = { kind: match.kind, digest, issue: toIssueAnswer(issue, { project, permalinks, now }) }
  if (match.kind === 'issue') return answer({ ...found, event: null, url: permalinks.issue(issue.id) })
  const event = await desk.findEvent(match.issueId, match.eventId)
  if (!event) return refuse(404, 'Cannot look up the digest: its event is no longer stored')
  return answer({
    ...found,
    event: toEventAnswer(event, issue),
    url: permalinks.event(issue.id, match.eventId),
  })
}
