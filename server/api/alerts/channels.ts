import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { formatTime } from '#server/api/time.ts'
import type { ListedChannel } from '#server/models/alerts/deliveries.ts'

export const channelBody = v.object({
  kind: v.string('it is not a text'),
  name: v.string('it is not a text'),
  settings: v.optional(v.record(v.string(), v.string('it is not a text'), 'it is not an object'), {}),
})

/** These routes are ours: Sentry has an integration for each service. */
export async function listChannels({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list channels: the only organization is "desk"')
  return answer((await desk.alerts.channels.list()).map(toChannelAnswer))
}

/** A channel hears of all projects, so a token that sees some of them adds none. */
export async function createChannel(request: ApiRequest): Promise<Answer> {
  const { desk, params, seesAll } = request
  if (!isOurOrganization(params))
    return refuse(404, 'Cannot add the channel: the only organization is "desk"')
  if (!seesAll) return refuse(403, `Cannot add the channel: ${BOUND}`)
  const read = parseBody(channelBody, request.body)
  if ('refusal' in read) return refuse(400, `Cannot add the channel: ${read.refusal}`)
  const { kind, name, settings } = read.given
  const made = await desk.alerts.channels.create(kind, { name, values: settings })
  if ('refusal' in made) return refuse(400, made.refusal)
  const channel = (await desk.alerts.channels.list()).find(({ id }) => id === made.id)
  return { ...answer(channel && toChannelAnswer(channel)), status: 201 }
}

/** Messages that wait for it are given up. */
export async function deleteChannel({ desk, params, seesAll }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params))
    return refuse(404, 'Cannot delete the channel: the only organization is "desk"')
  if (!seesAll) return refuse(403, `Cannot delete the channel: ${BOUND}`)
  const deleted = await desk.alerts.channels.delete(Number(params.channelId))
  return 'refusal' in deleted ? refuse(404, deleted.refusal) : { status: 204, headers: {}, body: undefined }
}

const BOUND = 'the token is bound to projects, and channels are of all'

/** What is set in it is shown nowhere, as it has secrets. */
function toChannelAnswer({ id, name, kind, isEnabled, ...state }: ListedChannel) {
  const { createdAt, failures, pausedUntil, lastDeliveredAt, waiting } = state
  return {
    ...{ id: String(id), name, kind, status: isEnabled ? 'active' : 'disabled', failures, waiting },
    dateCreated: formatTime(createdAt),
    pausedUntil: pausedUntil === null ? null : formatTime(pausedUntil),
    lastDelivered: lastDeliveredAt === null ? null : formatTime(lastDeliveredAt),
  }
}
