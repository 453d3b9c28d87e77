import type { Assembler } from '#server/artifacts/assembler.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Leases } from '#server/store/memory/leases.ts'
import { createHostedMaps } from './hosted-maps.ts'

interface StartOptions {
  store: Store
  clock: () => number
  assembler: Pick<Assembler, 'add' | 'settled'>
  leases: Leases
  onFailure: (thrown: unknown) => void
}

const LOOK_EVERY_MS = 2 * SECOND_MS
const STEP_EVERY_MS = 250

/** Fetches maps from now on, in the background. Returns what ends it. */
export function startHostedMaps({ assembler, onFailure, ...rest }: StartOptions): () => Promise<void> {
  const hosted = createHostedMaps({
    ...rest,
    async assemble(job) {
      await assembler.add(job)
      await assembler.settled()
    },
  })
  let step: Promise<void> = Promise.resolve()
  let isClosed = false
  let timer = setTimeout(run, LOOK_EVERY_MS).unref()

  function run(): void {
    step = hosted
      .runOnce()
      .catch((thrown: unknown) => {
        onFailure(thrown)
        return false // the next run tries it again
      })
      .then((hasMore) => {
        if (!isClosed) timer = setTimeout(run, hasMore ? STEP_EVERY_MS : LOOK_EVERY_MS).unref()
      })
  }

  return async () => {
    isClosed = true
    clearTimeout(timer)
    hosted.close()
    await step
  }
}
