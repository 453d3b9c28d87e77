import { setTimeout } from 'node:timers/promises'
import { nameOfSecret, seal, unseal } from '#server/accounts/browser/sealed.ts'
import { newSecret, type Random } from '#server/accounts/secrets.ts'
import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import type { FormRows, FoundRun } from '#server/store/memory/form-rows.ts'
import type { Idempotency } from './idempotency.ts'

interface SharedIdempotencyOptions {
  rows: FormRows
  random: Random
  /** Results are remembered for this time. */
  windowMs?: number
  /** A result that is longer is not remembered. */
  bytes?: number
  wait?: (ms: number) => Promise<unknown>
  /** Calls back again and again; returns what ends it. */
  repeat?: (work: () => void, everyMs: number) => () => void
}

/** The time for which the forms of a process that died are blocked. */
const LEASE_MS = 15 * SECOND_MS
const RENEW_MS = 5 * SECOND_MS
const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 250

/**
 * Does each thing once, whichever processes are asked for it. The row of a run says that it is under way; its process renews
 * it, and takes it for lost when that ends. A process that stood still for longer than the lease may therefore do a thing
 * that another has done.
 */
export function createSharedIdempotency(options: SharedIdempotencyOptions): Idempotency {
  const { rows, random, windowMs = 10 * MINUTE_MS, bytes = 2 ** 20 } = options
  const { wait = setTimeout, repeat = repeatUntilStopped } = options

  async function execute<Result extends object>(key: string, run: string, work: () => Promise<Result>) {
    const name = nameOfSecret(key)
    const stop = repeat(() => void rows.renew(name, run, LEASE_MS).catch(() => undefined), RENEW_MS)
    try {
      const result = await work().catch(async (error: unknown) => {
        await rows.drop(name, run).catch(() => undefined) // or it is lost when its lease ends
        throw error
      })
      const sealed = seal(key, result, random)
      if (sealed.length <= bytes) await rows.finish(name, run, sealed, windowMs)
      else await rows.drop(name, run)
      return result
    } finally {
      stop()
    }
  }

  /** Returns the answer of a run that another call does; undefined if it was lost. */
  async function waitFor(name: string, begun: FoundRun): Promise<Uint8Array | undefined> {
    let found: FoundRun | undefined = begun
    for (let pauseMs = FIRST_WAIT_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_WAIT_MS)) {
      if (found?.run !== begun.run) throw new Error('Cannot repeat the answer: the first run failed')
      if (found.data !== null) return found.data
      if (found.isLost) return undefined
      await wait(pauseMs)
      found = await rows.find(name)
    }
  }

  return {
    async run<Result extends object>(
      key: string,
      work: () => Promise<Result>,
      isFresh: (result: Result) => Promise<boolean> = async () => true,
    ) {
      const name = nameOfSecret(key)
      const run = newSecret(random)
      for (;;) {
        const begun = await rows.begin(name, run, LEASE_MS)
        if (begun === undefined) return { result: await execute(key, run, work), isRepeat: false }
        const sealed = await waitFor(name, begun)
        if (sealed === undefined) continue
        const result = unseal(key, sealed) as Result // a key stands for one kind of work
        if (await isFresh(result)) return { result, isRepeat: true }
        await rows.drop(name, begun.run)
      }
    },
  }
}

function repeatUntilStopped(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
