import type { FastifyReply } from 'fastify'
import type { ProjectKey } from '../store/project-keys.ts'
import type { Writer } from '../store/writer.ts'
import { sendRefusal, sendResult } from './answers.ts'
import { authenticate, type KeyFinder, keysWithDsn, listRequestKeys } from './auth.ts'
import type { BodyReader } from './body.ts'
import { sentContentType } from './content-type.ts'
import { countRefusal, reasonOfRefusal } from './count-refusal.ts'
import type { Endpoint, IngestRequest } from './endpoints.ts'
import { parseEnvelopeHeaders } from './envelope.ts'
import type { SubmissionHints } from './formats.ts'

export interface DoorOptions {
  writer: Pick<Writer, 'submit' | 'countTurnedAway'>
  findKey: KeyFinder
  readBody: BodyReader
  clock: () => number
}

export type TakeBody = (request: IngestRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Takes what is sent to one endpoint: who sends it is known before its body costs anything, where it can be. */
export function createDoor(endpoint: Endpoint, { writer, findKey, readBody, clock }: DoorOptions): TakeBody {
  const { format, longestBytes, what } = endpoint

  function count(key: Pick<ProjectKey, 'projectId' | 'keyId'> | undefined, reason: string | undefined): void {
    if (!key || reason === undefined) return
    writer.countTurnedAway([countRefusal(key, { reason, format, receivedAt: clock() })])
  }

  return async (request, reply) => {
    const { headers, params, query } = request
    const sender = { project: params.project, headers }
    const keys = [...listRequestKeys(query, headers), ...(params.key === undefined ? [] : [params.key])]
    let key: ProjectKey | undefined
    const refuse = (why: string, of?: ProjectKey) => {
      count(of, 'origin')
      return sendRefusal(request, reply, 403, `Cannot accept ${what}: ${why}`)
    }

    // An envelope may name its key inside; nothing else has a place for it.
    if (keys.length > 0 || format !== 'envelope') {
      const early = await authenticate(keys, sender, findKey)
      if ('refusal' in early) return refuse(early.refusal, early.of)
      key = early.key
    }
    try {
      const body = longestBytes === 0 ? new Uint8Array() : await readBody(request, longestBytes)
      if (format === 'envelope') {
        const allKeys = keysWithDsn(keys, sender.project, parseEnvelopeHeaders(body).dsn)
        if ('refusal' in allKeys) return refuse(allKeys.refusal)
        const late = await authenticate(allKeys, sender, findKey)
        if ('refusal' in late) return refuse(late.refusal, late.of)
        key = late.key
      }
      if (!key) return refuse('it names no key')
      const { projectId, keyId } = key
      const hints = hintsOf(endpoint, request)
      const result = await writer.submit({ projectId, keyId, body, receivedAt: clock(), format, ...hints })
      if (format === 'minidump' && result.status === 200) {
        return sendRefusal(request, reply, 501, 'Cannot accept minidump: Crumbtrail cannot read them')
      }
      return sendResult(request, reply, result)
    } catch (error) {
      count(key, reasonOfRefusal(error))
      throw error
    }
  }
}

function hintsOf(endpoint: Endpoint, request: IngestRequest): { hints?: SubmissionHints } {
  if (endpoint.answers) {
    const contentType = sentContentType(request)
    return contentType === undefined ? {} : { hints: { contentType } }
  }
  return endpoint.hints ? { hints: endpoint.hints(request) } : {}
}
