import type { FastifyReply } from 'fastify'
import { parseEnvelopeHeaders } from '#server/protocol/envelope.ts'
import type { SubmissionHints } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'
import { sendResult } from './answers.ts'
import { authenticate, type KeyFinder, keysWithDsn, listRequestKeys } from './auth.ts'
import type { BodyReader } from './body/body.ts'
import type { BodySender } from './body/budget.ts'
import { RefusedBody } from './body/encoding.ts'
import { sentContentType } from './content-type.ts'
import { countRefusal, reasonOfRefusal } from './count-refusal.ts'
import type { Endpoint, IngestRequest } from './endpoints.ts'
import type { Admission } from './limits/admission.ts'

export interface IngestEndpointOptions {
  writer: Admission
  findKey: KeyFinder
  /** The address of our own pages. */
  publicUrl: string
  readBody: BodyReader
  clock: () => number
}

export type TakeBody = (request: IngestRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Accepts requests to one endpoint: the sender is checked before its body costs anything, if possible. */
export function createIngestEndpoint(
  endpoint: Endpoint,
  { writer, findKey, publicUrl, readBody, clock }: IngestEndpointOptions,
): TakeBody {
  const { format, longestBytes, what } = endpoint

  function count(key: Pick<ProjectKey, 'projectId' | 'keyId'> | undefined, reason: string | undefined): void {
    if (!key || reason === undefined) return
    writer.countRejected([countRefusal(key, { reason, format, receivedAt: clock() })])
  }

  return async (request, reply) => {
    const { headers, params, query } = request
    const sender = { project: params.project, headers, isEnvelope: format === 'envelope' }
    const ours = { findKey, publicUrl }
    const keys = [...listRequestKeys(query, headers), ...(params.key === undefined ? [] : [params.key])]
    let key: ProjectKey | undefined
    let hasJudged = false

    const take = ({ refusal, of, key: found }: Answered) => {
      if (found) return found
      count(of, 'origin')
      throw new RefusedBody(403, `Cannot accept ${what}: ${refusal}`)
    }
    /** The key in an envelope itself must agree with the others. */
    const judge = async (line: Uint8Array): Promise<BodySender> => {
      hasJudged = true
      const allKeys = keysWithDsn(keys, sender.project, parseEnvelopeHeaders(line).dsn)
      key = take('refusal' in allKeys ? allKeys : await authenticate(allKeys, sender, ours))
      return key
    }

    try {
      // An envelope may have its key inside; other formats have no place for it.
      if (keys.length > 0 || format !== 'envelope') key = take(await authenticate(keys, sender, ours))
      const head = { longestBytes: limits.headerLineBytes, judge }
      const reading = { longestBytes, ...(key ? { sender: key } : { head }) }
      const body = longestBytes === 0 ? new Uint8Array() : await readBody(request, reading)
      if (format === 'envelope' && !hasJudged) await judge(body)
      if (!key) throw new RefusedBody(403, `Cannot accept ${what}: it has no key`)
      const { projectId, keyId } = key
      const hints = hintsOf(endpoint, request)
      const result = await writer.submit(
        { projectId, keyId, body, receivedAt: clock(), format, ...hints },
        key,
      )
      return sendResult(request, reply, result)
    } catch (error) {
      count(key, reasonOfRefusal(error))
      throw error
    }
  }
}

type Answered = { refusal?: string; of?: ProjectKey; key?: ProjectKey }

function hintsOf(endpoint: Endpoint, request: IngestRequest): { hints?: SubmissionHints } {
  if (endpoint.answers) {
    const contentType = sentContentType(request)
    return contentType === undefined ? {} : { hints: { contentType } }
  }
  return endpoint.hints ? { hints: endpoint.hints(request) } : {}
}
