import type { ChannelField, DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { ChannelSettings, ChannelTools, OutgoingAnswer, OutgoingRequest } from '../channel.ts'
import { cutBytes } from '../text/cut.ts'
import { describeRequest, hideSecrets } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'

/** What an answer means, of which a delivery says it. */
export interface Verdict {
  state: DeliveryAnswer['state']
  reason: string | undefined
}

export const DELIVERED: Verdict = { state: 'delivered', reason: undefined }

/** The channel on whose behalf a request is made. */
export interface Sender {
  label: string
  fields: readonly ChannelField[]
  /** Judges the body of an answer 2xx, where a service says there that it refused. */
  judgeBody?: ((body: string) => Verdict) | undefined
}

/** Sends one request of a channel, and says what came of it. */
export async function deliver(
  { label, fields, judgeBody }: Sender,
  settings: ChannelSettings,
  request: OutgoingRequest,
  tools: ChannelTools,
): Promise<DeliveryAnswer> {
  const answer = await tools.request(request)
  const verdict = judge(label, answer, judgeBody)
  const body = 'error' in answer ? '' : answer.body
  const isLater = verdict.state === 'later' && !('error' in answer)
  return {
    ...verdict,
    status: 'error' in answer ? undefined : answer.status,
    retryAfterMs: isLater ? retryAfterMs(answer.headers, body, tools.now()) : undefined,
    request: cutBytes(describeRequest(request, settings, fields), 4_096),
    response: cutBytes(hideSecrets(body, settings, fields), 1_024),
  }
}

function judge(label: string, answer: OutgoingAnswer, judgeBody: Sender['judgeBody']): Verdict {
  if ('error' in answer) {
    return {
      state: answer.isFinal ? 'refused' : 'later',
      reason: `${label} cannot be reached: ${answer.error}.`,
    }
  }
  const { status, body } = answer
  if (status >= 200 && status < 300) return judgeBody?.(body) ?? DELIVERED
  return judgeStatus(label, status)
}

/** What a status says: of others than these, the same request would get it again. */
export function judgeStatus(label: string, status: number): Verdict {
  const isLater = status === 408 || status === 425 || status === 429 || status >= 500
  return { state: isLater ? 'later' : 'refused', reason: `${label} answered ${status}${meaningOf(status)}.` }
}

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) return ': it redirects, which is not followed'
  const meaning = MEANINGS.get(status)
  return meaning === undefined ? '' : `: ${meaning}`
}

const MEANINGS = new Map([
  [401, 'it does not accept the secret'],
  [403, 'it does not accept the secret, or does not allow this'],
  [404, 'the address no longer exists, or was mistyped'],
  [410, 'the address no longer exists'],
  [413, 'the message is too large'],
  [429, 'it receives too many messages'],
])

const ORDER: readonly DeliveryAnswer['state'][] = ['delivered', 'refused', 'later']

/** Joins what came of several requests of one message: if one has to be tried again, all are, which receivers recognize. */
export function worstOf([first, ...others]: readonly [DeliveryAnswer, ...DeliveryAnswer[]]): DeliveryAnswer {
  return others.reduce(
    (worst, each) => (ORDER.indexOf(each.state) > ORDER.indexOf(worst.state) ? each : worst),
    first,
  )
}
