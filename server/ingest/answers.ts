import type { FastifyReply, FastifyRequest } from 'fastify'
import { MalformedEnvelope } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import type { SubmitResult } from '#server/writer/writer.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { RefusedBody } from './body/encoding.ts'
import { sentContentType } from './content-type.ts'

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-sentry-error,x-sentry-rate-limits,retry-after',
} as const

export function preflightHeaders(methods: readonly string[]) {
  return {
    ...corsHeaders,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'x-sentry-auth, x-requested-with, content-type, content-encoding, authorization',
    'access-control-max-age': '3600',
  }
}

export function sendResult(request: FastifyRequest, reply: FastifyReply, result: SubmitResult): FastifyReply {
  if (result.status !== 200) {
    const told = 'limits' in result ? result.limits : undefined
    return sendRefusal(request, reply, result.status, result.detail, told)
  }
  const { id, rejected } = result
  if (result.limits) answerLimits(reply, result.limits)
  return reply
    .headers(corsHeaders)
    .send({ ...(id === undefined ? {} : { id }), ...(rejected === undefined ? {} : { rejected }) })
}

/** The sentence is in the body for readers and in `X-Sentry-Error` for SDKs that log it. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
  told: RateLimit[] = [OVERLOADED],
): FastifyReply {
  discardRest(request)
  void reply
    .code(status)
    .headers(corsHeaders)
    .header('x-sentry-error', detail.replace(/[^\x20-\x7e]/g, '?'))
  if (status === 408) void reply.header('connection', 'close') // It would continue as slowly.
  if (status === 429 || status === 503) {
    const pauseSeconds = Math.max(...told.map((limit) => limit.pauseSeconds))
    answerLimits(reply.header('retry-after', String(pauseSeconds)), told)
  }
  return reply.send({ detail })
}

const OVERLOADED: RateLimit = {
  pauseSeconds: limits.overloadPauseSeconds,
  categories: [],
  scope: 'organization',
  reason: 'overloaded',
}

/** A 200 may have it. A 429 without it makes a JavaScript SDK pause for a minute in every category. */
function answerLimits(reply: FastifyReply, told: RateLimit[]): void {
  const members = told.map(({ pauseSeconds, categories, scope, reason }) =>
    [pauseSeconds, categories.join(';'), scope, reason].join(':'),
  )
  void reply.header('x-sentry-rate-limits', members.join(', '))
}

/**
 * Answers errors of handlers here and not in the server's error handler: that one reports them, and an endpoint that
 * reports its own failures to itself would never stop.
 */
export function answering<Request extends FastifyRequest>(
  handle: (request: Request, reply: FastifyReply) => Promise<FastifyReply>,
  what = 'envelope',
) {
  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await handle(request, reply)
    } catch (error) {
      if (error instanceof RefusedBody) return sendRefusal(request, reply, error.status, error.message)
      if (error instanceof MalformedEnvelope) return sendRefusal(request, reply, 400, error.message)
      if (!request.raw.destroyed) console.error(error) // A sender that disconnected is not a failure.
      return sendRefusal(request, reply, 503, `Cannot accept ${what}: the server failed`)
    }
  }
}

/** Writes a prepared answer in another form: the same answer, as its client reads it. */
export function writingAs(answers: AnswerWriter) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    json: unknown,
  ): Promise<string | Uint8Array> => {
    const answer = JSON.parse(String(json)) as { detail?: string; id?: string; rejected?: number } // The code above sent it.
    const contentType = sentContentType(request)
    const { type, body } =
      answer.detail === undefined
        ? answers.done(answer, contentType)
        : answers.refused(answer.detail, contentType)
    void reply.header('content-type', type).removeHeader('content-length')
    return body
  }
}

/** A client that is still sending reads no answer until it has sent all; one that never ends is cut off. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return
  let left: number = limits.bodyBytes
  raw.on('data', (piece: Uint8Array) => {
    left -= piece.length
    if (left < 0) raw.destroy()
  })
}
