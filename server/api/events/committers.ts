import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { toAuthor } from '#server/api/releases/answer.ts'
import { toCommitAnswer } from '#server/api/releases/commits.ts'
import { isHexId } from './hex-id.ts'

/**
 * Lists who wrote the commits that may have caused an event, as Sentry does for its pages. Its public documentation has no page
 * of this address.
 */
export async function listCommitters(request: ApiRequest): Promise<Answer> {
  const { eventId = '' } = request.params
  const project = isHexId(eventId) ? await findNamedProject(request) : undefined
  const event = project && (await request.desk.events.findInProject(project.id, eventId))
  const issue = event && (await request.desk.issues.find(event.issueId))
  if (!issue) return refuse(404, 'Cannot list committers: there is no such event')
  const suspects = await request.desk.releases.listSuspects(issue, event)
  const byAuthor = Map.groupBy(suspects, ({ commit }) => commit.authorEmail ?? commit.authorName ?? '')
  return answer({
    committers: [...byAuthor.values()].flatMap((ofAuthor) => {
      const [first] = ofAuthor
      if (first === undefined) return []
      return {
        author: toAuthor(first.commit.authorName, first.commit.authorEmail),
        commits: ofAuthor.map(({ commit, path }) => ({
          ...toCommitAnswer(commit),
          suspectCommitType: 'via commit in release',
          filename: path, // ours: the file that both have
        })),
        group_owner_id: null,
      }
    }),
  })
}
