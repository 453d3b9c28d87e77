import type { FastifyRequest } from 'fastify'
import { limits } from '#server/protocol/limits.ts'
import { type BodyBudget, type BodyBudgetOptions, type BodySender, createBodyBudget } from './budget.ts'
import { RefusedBody, readBody } from './encoding.ts'

export interface BodyReading {
  /** The limit applies after decompression. */
  longestBytes?: number
  /** The sender, if it is known before the body; otherwise the first line must tell. */
  sender?: BodySender
  /** Receives the first line as soon as it is there, and nothing after it. */
  head?: BodyHead
}

export interface BodyHead {
  /** A longer line is judged by its beginning. */
  longestBytes: number
  /** Returns the sender; a refusal that it throws ends the reading. */
  judge(line: Uint8Array): Promise<BodySender>
}

export type BodyReader = (request: FastifyRequest, reading?: BodyReading) => Promise<Uint8Array<ArrayBuffer>>

/** Reads bodies within the limits for each, and within one limit for all that are being read. */
export function createBodyReader(options: BodyBudgetOptions = {}): BodyReader {
  const budget = createBodyBudget(options)
  const watch = createWatch(budget)
  return async (request, { longestBytes: envelopeBytes = limits.envelopeBytes, sender, head } = {}) => {
    const { raw } = request
    if (Number(raw.headers['content-length'] ?? 0) > limits.bodyBytes) {
      throw new RefusedBody(413, `Cannot read body: it is larger than ${limits.bodyBytes} bytes`)
    }
    let stop: ((refusal: RefusedBody) => void) | undefined
    const share = budget.begin(sender ?? { address: request.ip }, (refusal) => stop?.(refusal))
    watch()
    try {
      return await readBody(raw, raw.headers['content-encoding'], {
        bodyBytes: limits.bodyBytes,
        envelopeBytes,
        ratio: limits.unpackRatio,
        hold: share.hold,
        arrived: share.arrived,
        allArrived: share.allArrived,
        onStart(end) {
          stop = end
        },
        ...(head && {
          head: {
            longestBytes: head.longestBytes,
            judge: async (line: Uint8Array) => share.nameSender(await head.judge(line)),
          },
        }),
      })
    } finally {
      share.end()
    }
  }
}

const LOOK_EVERY_MS = 1_000

/** Looks for slow bodies while there are any; an idle process keeps no timer. */
function createWatch(budget: BodyBudget): () => void {
  let timer: NodeJS.Timeout | undefined
  let lookedAt = 0

  function look(): void {
    const now = performance.now()
    if (now - lookedAt > 2 * LOOK_EVERY_MS) budget.forgive()
    else budget.endSlow()
    lookedAt = now
    if (budget.bodies() > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return () => {
    if (timer !== undefined) return
    lookedAt = performance.now()
    timer = setInterval(look, LOOK_EVERY_MS).unref()
  }
}
