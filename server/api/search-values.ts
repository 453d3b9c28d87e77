import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from './answer.ts'
import { formatTime } from './time.ts'

/**
 * Lists the keys that a search can have before a colon, beside its own; `totalValues` are the issues that have the tag.
 */
export async function listSearchKeys({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list tags: there is no such organization')
  const keys = await desk.issues.listTagKeys()
  return answer(keys.map(({ key, issueCount }) => ({ key, name: key, totalValues: issueCount })))
}

/** Lists the values that a search can have after the colon. */
export async function listSearchValues({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list values: there is no such organization')
  const { key = '' } = params
  const values = await desk.issues.listTagValues(key)
  return answer(
    values.map(({ value, eventCount, firstSeen, lastSeen }) => ({
      key,
      value,
      name: value,
      count: eventCount,
      firstSeen: formatTime(firstSeen),
      lastSeen: formatTime(lastSeen),
    })),
  )
}
