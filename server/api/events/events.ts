import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { toEventAnswer } from './answer.ts'
import { isHexId } from './hex-id.ts'

export async function getEvent(request: ApiRequest): Promise<Answer> {
  const { eventId = '' } = request.params
  if (!isHexId(eventId)) {
    return refuse(400, 'Cannot show the event: its id must be 32 hexadecimal characters')
  }
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot show the event: there is no such project')
  const event = await request.desk.events.findInProject(project.id, eventId)
  const issue = event && (await request.desk.issues.find(event.issueId))
  if (!issue) return refuse(404, 'Cannot show the event: the project has no event with this id')
  return answer(toEventAnswer(event, issue))
}
