import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from './answer.ts'
import { formatTime } from './time.ts'

/** What can stand before a colon in a search, beside its own keys; `totalValues` are the issues that have the tag. */
export async function listSearchKeys({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list tags: there is no such organization')
  const keys = await desk.issues.listTagKeys()
  return answer(keys.map(({ key, issueCount }) => ({ key, name: key, totalValues: issueCount })))
}

/** What can stand behind it. */
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
