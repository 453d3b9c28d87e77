import type { FastifyRequest } from 'fastify'
import { RefusedBody, readBody } from './encoding.ts'
import { limits } from './limits.ts'

/** `longestBytes` is of what comes out. */
export type BodyReader = (request: FastifyRequest, longestBytes?: number) => Promise<Uint8Array<ArrayBuffer>>

/** Reads bodies within the limits for each, and within one for all that are being read at a time. */
export function createBodyReader(bytesBeingRead: number = limits.bytesBeingRead): BodyReader {
  let left = bytesBeingRead
  return async ({ raw }, envelopeBytes = limits.envelopeBytes) => {
    if (Number(raw.headers['content-length'] ?? 0) > limits.bodyBytes) {
      throw new RefusedBody(413, `Cannot read body: it is larger than ${limits.bodyBytes} bytes`)
    }
    let held = 0
    const hold = (bytes: number) => {
      if (bytes > left) throw new RefusedBody(503, 'Cannot read body: too much is being sent at once')
      left -= bytes
      held += bytes
    }
    try {
      const { bodyBytes, unpackRatio: ratio } = limits
      return await readBody(raw, raw.headers['content-encoding'], { bodyBytes, envelopeBytes, ratio, hold })
    } finally {
      left += held
    }
  }
}
