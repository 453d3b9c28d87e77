import { setTimeout as sleep } from 'node:timers/promises'
import type { Bucket } from './bucket.ts'
import { createPatience, type Patience } from './patience.ts'
import { readS3Error, S3Error } from './s3-error.ts'
import { type S3Request, signRequest } from './sign-request.ts'

export interface S3Options {
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** From 0 to 1. */
  random?: () => number
  /** Ends all requests. */
  closing?: AbortSignal
  /** For how long an answer, or the next part of it, is waited for. */
  patienceMs?: number
  /** How long the first pause between two attempts is at most; the next ones are twice as long each. */
  pauseMs?: number
}

export interface S3Client {
  /** Reads the answer with `read`; what that throws is an attempt that failed, as is an answer that is no success. */
  ask<T>(request: S3Request, read: (response: Response, patience: Patience) => Promise<T>): Promise<T>
}

const ATTEMPTS = 5
/** A line that is slower does not count as one. */
const SLOWEST_BYTES_PER_MS = 64

/**
 * Sends signed requests. What may pass (no connection, no answer, 429, 5xx) is tried again, after a pause of random length:
 * https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function createS3Client(bucket: Bucket, options: S3Options = {}): S3Client {
  const { clock = Date.now, random = Math.random, patienceMs = 15_000, pauseMs = 250 } = options
  const { closing = new AbortController().signal } = options

  async function attempt<T>(
    request: S3Request,
    read: (response: Response, patience: Patience) => Promise<T>,
  ): Promise<T> {
    const { method, body } = request
    const signed = await signRequest(bucket, request, clock())
    signed.headers.set('accept-encoding', 'identity') // unsigned, because proxies change it
    const patience = createPatience(patienceMs + (body?.bytes.length ?? 0) / SLOWEST_BYTES_PER_MS, closing)
    try {
      const { url, headers } = signed
      const { signal } = patience
      // The bytes are never in shared memory, which alone fetch refuses.
      const sent = body && { body: body.bytes as Uint8Array<ArrayBuffer> }
      const response = await fetch(url, { method, headers, signal, redirect: 'manual', ...sent })
      if (!response.ok) throw await readS3Error(response)
      return await read(response, patience)
    } catch (error) {
      patience.rest()
      throw error
    }
  }

  return {
    async ask(request, read) {
      for (let number = 1; ; number++) {
        try {
          return await attempt(request, read)
        } catch (error) {
          const mayPass = !(error instanceof S3Error) || error.isPassing
          if (!mayPass || number === ATTEMPTS || closing.aborted) throw describe(error, number)
          await sleep(random() * pauseMs * 2 ** (number - 1), undefined, { signal: closing })
        }
      }
    },
  }

  function describe(error: unknown, attempts: number): unknown {
    if (error instanceof S3Error) {
      return new S3Error(error.status, error.code, `${bucket.name}: ${error.message}`)
    }
    const message = `${bucket.name} does not answer, after ${attempts} attempts: ${reasonOf(error)}`
    return new Error(message, { cause: error })
  }
}

/** What fetch throws says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || cause.name : error.message
}
