import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { formatActivity } from './handling-answer.ts'

export const commentBody = v.object({ text: v.string() })

/** Sentry's API calls these notes in activities, and comments in addresses. */
export async function listComments({ desk, params }: ApiRequest): Promise<Answer> {
  const handling = await desk.issues.findHandling(Number(params.issueId))
  if (!handling || !isOurOrganization(params))
    return refuse(404, 'Cannot list comments: there is no such issue')
  return answer(handling.activity.filter(({ kind }) => kind === 'comment').map(formatActivity))
}

/** All that was done with an issue, as newer clients ask for it; at most 100, the newest first. */
export async function listActivities({ desk, params }: ApiRequest): Promise<Answer> {
  const handling = await desk.issues.findHandling(Number(params.issueId))
  if (!handling || !isOurOrganization(params))
    return refuse(404, 'Cannot list activities: there is no such issue')
  return answer({ activity: handling.activity.map(formatActivity) })
}

export async function addComment(request: ApiRequest): Promise<Answer> {
  const { desk, params, body } = request
  const read = parseBody(commentBody, body)
  if ('refusal' in read) return refuse(400, `Cannot comment: ${read.refusal}`)
  const added = await desk.issues.addComment(Number(params.issueId), read.given.text)
  if ('refusal' in added) return refuseComment(added)
  return { ...(await getComment(request, added.commentId)), status: 201 }
}

export async function editComment(request: ApiRequest): Promise<Answer> {
  const { issueId, commentId } = request.params
  const read = parseBody(commentBody, request.body)
  if ('refusal' in read) return refuse(400, `Cannot edit the comment: ${read.refusal}`)
  const { text } = read.given
  const edited = await request.desk.issues.editComment(Number(issueId), Number(commentId), text)
  return 'refusal' in edited ? refuseComment(edited) : getComment(request, edited.commentId)
}

export async function deleteComment({ desk, params }: ApiRequest): Promise<Answer> {
  const deleted = await desk.issues.deleteComment(Number(params.issueId), Number(params.commentId))
  return 'refusal' in deleted ? refuseComment(deleted) : { status: 204, headers: {}, body: undefined }
}

async function getComment({ desk, params }: ApiRequest, commentId: number): Promise<Answer> {
  const handling = await desk.issues.findHandling(Number(params.issueId))
  const comment = handling?.activity.find(({ id }) => id === commentId)
  return comment
    ? answer(formatActivity(comment))
    : refuse(404, 'Cannot show the comment: it has been deleted')
}

function refuseComment({ refusal, field }: { refusal: string; field?: string }): Answer {
  return refuse(field === undefined ? 404 : 400, refusal)
}
