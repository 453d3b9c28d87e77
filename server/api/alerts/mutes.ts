import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import type { ListedMute } from '#server/models/alerts/rules.ts'

export const muteBody = v.object({
  minutes: v.number('it is not a number'),
  reason: v.optional(v.string('it is not a text'), ''),
})

/** These routes are ours. Below a project they are about its mutes, and below the organization about those of all projects. */
export async function listMutes(request: ApiRequest): Promise<Answer> {
  const mutes = await mutesOf(request)
  return mutes ? answer(mutes.map(toMuteAnswer)) : noPlace('list mutes')
}

/** A step of a deploy begins one, and ends it by its id, or leaves it to end by itself. */
export async function addMute(request: ApiRequest): Promise<Answer> {
  const slug = await placeOf(request)
  if (slug === undefined) return noPlace('stop alerts')
  if (slug === '' && !request.seesAll)
    return refuse(403, 'Cannot stop alerts: the token does not see all projects; name one')
  const read = parseBody(muteBody, request.body)
  if ('refusal' in read) return refuse(400, `Cannot stop alerts: ${read.refusal}`)
  const { minutes, reason } = read.given
  const added = await request.desk.alerts.mutes.add({ project: slug, minutes: String(minutes), reason })
  return 'refusal' in added ? refuse(400, added.refusal) : { ...answer(toMuteAnswer(added)), status: 201 }
}

export async function endMute(request: ApiRequest): Promise<Answer> {
  const { desk, params, seesAll } = request
  const mute = (await mutesOf(request))?.find(({ id }) => String(id) === params.muteId)
  if (mute === undefined) return refuse(404, 'Cannot end the mute: there is no such mute')
  if (mute.project === null && !seesAll)
    return refuse(403, 'Cannot end the mute: it is of all projects, which the token does not see')
  const ended = await desk.alerts.mutes.end(mute.id)
  return 'refusal' in ended ? refuse(404, ended.refusal) : { status: 204, headers: {}, body: undefined }
}

/** The slug of the project that is named, or an empty one for all. */
async function placeOf(request: ApiRequest): Promise<string | undefined> {
  if (request.params.project !== undefined) return (await findNamedProject(request))?.slug
  return isOurOrganization(request.params) ? '' : undefined
}

async function mutesOf(request: ApiRequest): Promise<ListedMute[] | undefined> {
  const slug = await placeOf(request)
  if (slug === undefined) return undefined
  const mutes = await request.desk.alerts.mutes.list()
  return mutes.filter(({ project }) => (project?.slug ?? '') === slug)
}

function noPlace(verb: string): Answer {
  return refuse(404, `Cannot ${verb}: there is no such project`)
}

function toMuteAnswer({ id, project, reason, createdBy, createdAt, until }: ListedMute) {
  return {
    ...{ id: String(id), project: project?.slug ?? null, reason, createdBy },
    ...{ dateCreated: formatTime(createdAt), until: formatTime(until) },
  }
}
