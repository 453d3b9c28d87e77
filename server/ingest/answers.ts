import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SubmitResult } from '../store/writer.ts'
import { RefusedBody } from './encoding.ts'
import { MalformedEnvelope } from './envelope.ts'
import { limits } from './limits.ts'

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-sentry-error,x-sentry-rate-limits,retry-after',
} as const

export const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'x-sentry-auth, x-requested-with, content-type, content-encoding, authorization',
  'access-control-max-age': '3600',
} as const

export function sendResult(request: FastifyRequest, reply: FastifyReply, result: SubmitResult): FastifyReply {
  if (result.status !== 200) return sendRefusal(request, reply, result.status, result.detail)
  return reply.headers(corsHeaders).send(result.id === undefined ? {} : { id: result.id })
}

/** The sentence stands in the body for people and in `X-Sentry-Error` for SDKs that log it. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
): FastifyReply {
  discardRest(request)
  void reply
    .code(status)
    .headers(corsHeaders)
    .header('x-sentry-error', detail.replace(/[^\x20-\x7e]/g, '?'))
  if (status === 429 || status === 503) {
    // Without the second, a JavaScript SDK pauses for a minute in every category.
    void reply.header('retry-after', String(limits.overloadPauseSeconds))
    void reply.header('x-sentry-rate-limits', `${limits.overloadPauseSeconds}::organization:overloaded`)
  }
  return reply.send({ detail })
}

/**
 * Answers what a handler throws, here and not in the server's error handler: that one reports, and a door that
 * reports its own failures to itself would never stop.
 */
export function answering<Request extends FastifyRequest>(
  handle: (request: Request, reply: FastifyReply) => Promise<FastifyReply>,
) {
  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await handle(request, reply)
    } catch (error) {
      if (error instanceof RefusedBody) return sendRefusal(request, reply, error.status, error.message)
      if (error instanceof MalformedEnvelope) return sendRefusal(request, reply, 400, error.message)
      if (!request.raw.destroyed) console.error(error) // a sender who went away is no failure
      return sendRefusal(request, reply, 503, 'Cannot accept envelope: the server failed')
    }
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
