import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatDsn, parseDsn } from '#server/protocol/dsn.ts'
import { parseEnvelopeHeaders } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'
import { answering, sendRefusal, sendResult } from './answers.ts'
import { isOriginAllowed, type KeyFinder } from './auth.ts'
import type { BodyReader } from './body/body.ts'
import { RefusedBody } from './body/encoding.ts'
import { countRefusal } from './count-refusal.ts'
import type { Admission } from './limits/admission.ts'
import { pagesRefusal } from './pages-key.ts'

export interface TunnelOptions {
  /** Browsers post to exactly this path. */
  path: string
  /** Foreign DSNs that envelopes are forwarded to. Our own are always allowed. */
  allowedDsns?: readonly string[]
}

interface TunnelDependencies extends Pick<TunnelOptions, 'allowedDsns'> {
  paths: string[]
  publicUrl: string
  writer: Admission
  findKey: KeyFinder
  readBody: BodyReader
  clock: () => number
}

/**
 * Accepts envelopes on the page's own origin, past blockers of telemetry. Only an allowed DSN decides where one goes,
 * never the request: a less strict tunnel forwards anything to anywhere (CVE-2023-46729).
 */
export function registerTunnel(app: FastifyInstance, options: TunnelDependencies): void {
  const { paths, publicUrl, writer, findKey, readBody, clock } = options
  const allowedDsns = new Set(options.allowedDsns)
  const forward = createForwarder()

  async function takeEnvelope(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isEmpty(request)) throw emptyBody()
    let target: Target | undefined
    const body = await readBody(request, {
      head: {
        longestBytes: limits.tunnelHeaderLineBytes,
        async judge(line) {
          target = await findTarget(line, request.headers)
          // Bodies for other servers are bounded as a whole, and each address has its part of that.
          return 'key' in target ? target.key : { dsn: target.dsn }
        },
      },
    })
    if (!target) throw emptyBody()
    if ('dsn' in target) return forward(request, reply, target.dsn, body)
    const { projectId, keyId } = target.key
    const result = await writer.submit({ projectId, keyId, body, receivedAt: clock() }, target.key)
    return sendResult(request, reply, result)
  }
  for (const path of paths) app.post(path, answering(takeEnvelope))

  /** Finds an envelope's target from its first line alone; throws if it has none. */
  async function findTarget(line: Uint8Array, headers: Record<string, unknown>): Promise<Target> {
    const { dsn } = parseEnvelopeHeaders(line, limits.tunnelHeaderLineBytes)
    if (typeof dsn !== 'string') {
      throw new RefusedBody(400, 'Cannot forward envelope: its header has no dsn')
    }
    const key = await findOwnKey(dsn)
    if (key) {
      const other = isOriginAllowed(key, headers) ? undefined : 'its key does not allow this origin'
      const refusal = pagesRefusal(key, headers, publicUrl) ?? other
      if (refusal === undefined) return { key }
      writer.countRejected([countRefusal(key, { reason: 'origin', format: 'envelope', receivedAt: clock() })])
      throw new RefusedBody(403, `Cannot accept envelope: ${refusal}`)
    }
    if (allowedDsns.has(dsn)) return { dsn }
    throw new RefusedBody(403, 'Cannot forward envelope: its dsn is not allowed here')
  }

  async function findOwnKey(dsn: string): Promise<ProjectKey | undefined> {
    const parsed = parseDsn(dsn)
    const key = parsed && (await findKey(parsed.publicKey))
    return key && dsn === formatDsn(publicUrl, parsed.publicKey, key.projectId) ? key : undefined
  }
}

/** A project of ours, or another server. */
type Target = { key: ProjectKey } | { dsn: string }

function emptyBody(): RefusedBody {
  return new RefusedBody(411, 'Cannot read envelope: the body is empty')
}

function isEmpty({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] === undefined : Number(length) === 0
}

const PASSED_BACK = ['retry-after', 'x-sentry-rate-limits']

/** Another server may be slow, up to our timeout: the envelopes that wait for it have a bound of their own. */
function createForwarder() {
  let bytesLeft: number = limits.bytesBeingForwarded

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    dsn: string,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<FastifyReply> => {
    if (body.length > bytesLeft) {
      return sendRefusal(
        request,
        reply,
        503,
        'Cannot forward envelope: too many envelopes are waiting for its server',
      )
    }
    const { length } = body
    bytesLeft -= length
    const upstream = await post(dsn, body)
    bytesLeft += length
    if (!upstream) {
      return sendRefusal(request, reply, 502, 'Cannot forward envelope: its server did not answer')
    }
    for (const name of PASSED_BACK) {
      const value = upstream.headers.get(name)
      if (value !== null) void reply.header(name, value)
    }
    return reply.code(upstream.status).send({}) // The body is never the upstream's own.
  }
}

/** Neither cookies nor other headers of the browser's request are passed on. */
async function post(dsn: string, body: Uint8Array<ArrayBuffer>): Promise<Response | undefined> {
  const to = parseDsn(dsn)
  if (!to) return undefined
  try {
    const response = await fetch(`${to.baseUrl}/api/${to.projectId}/envelope/?sentry_key=${to.publicKey}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-sentry-envelope' },
      redirect: 'error', // A redirect would lead to an address that is not allowed.
      signal: AbortSignal.timeout(limits.forwardTimeoutMs),
    })
    await response.body?.cancel()
    return response
  } catch {
    return undefined // The sender learns that it failed, but not why.
  }
}
