import { judgeStatus } from '#server/alerts/channels/answers/deliver.ts'
import { parseAnswer, retryAfterMs } from '#server/alerts/channels/answers/retry-after.ts'
import type { OutgoingRequest } from '#server/alerts/channels/channel.ts'
import type { TrackerAnswer, TrackerTools } from './tracker-kind.ts'

interface Exchange<Value> {
  label: string
  request: Pick<OutgoingRequest, 'method' | 'url' | 'headers'> & { body?: unknown }
  /** Reads the answer; undefined where it is not what was asked for. */
  read: (answer: Record<string, unknown>) => Value | undefined
}

/** Asks a tracker, and says what its answer means. */
export async function exchange<Value>(
  { label, request, read }: Exchange<Value>,
  tools: TrackerTools,
): Promise<TrackerAnswer<Value>> {
  const { body, headers, ...rest } = request
  const isJson = body !== undefined
  const answer = await tools.request({
    ...rest,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    body: isJson ? JSON.stringify(body) : '',
  })
  if ('error' in answer) {
    const reason = `${label} cannot be reached: ${answer.error}.`
    return { state: answer.isFinal ? 'refused' : 'later', reason }
  }
  const { status } = answer
  if (status >= 200 && status < 300) {
    const value = read(parseAnswer(answer.body))
    if (value !== undefined) return { state: 'done', value }
    return { state: 'refused', reason: `${label} answered something else than an issue.` }
  }
  const wait = waitOf(answer.headers, answer.body, tools.now())
  const isLimited = status === 403 && wait !== undefined
  if (isLimited)
    return { state: 'later', reason: `${label} answered 403: too many requests.`, retryAfterMs: wait }
  const { state, reason = '' } = judgeStatus(label, status)
  return state === 'later'
    ? { state, reason, retryAfterMs: wait }
    : { state: 'refused', reason: reasonOf(label, status) ?? reason }
}

/**
 * How long a tracker asks to wait. GitHub refuses with 403 whom it limits, and says until when in seconds since the epoch:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function waitOf(headers: Readonly<Record<string, string>>, body: string, now: number): number | undefined {
  const asked = retryAfterMs(headers, body, now)
  if (asked !== undefined) return asked
  if (headers['x-ratelimit-remaining'] !== '0') return undefined
  const reset = Number(headers['x-ratelimit-reset']) * 1_000
  return Number.isFinite(reset) ? Math.max(reset - now, 0) : undefined
}

function reasonOf(label: string, status: number): string | undefined {
  switch (status) {
    case 401:
      return `${label} answered 401: it does not accept the token.`
    case 403:
      return `${label} answered 403: the token may not do this.`
    case 404:
      return `${label} answered 404: there is no such issue or repository, or the token does not see it.`
    case 410:
      return `${label} answered 410: the issue was deleted, or issues are turned off.`
    case 422:
      return `${label} answered 422: it does not accept what was sent.`
    default:
      return undefined
  }
}
