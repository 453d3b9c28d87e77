import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { findSetting, saveSetting } from '#server/store/accounts/settings.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Blobs } from './blobs.ts'
import { sweepBucket, uploadBlobs } from './upload-blobs.ts'

export interface UploadOptions {
  store: Store
  folder: Blobs
  bucket: Blobs & { claim(deskId: string): Promise<void> }
  /** Aborted by `close()`; the bucket's requests end with it. */
  closing: AbortController
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Called once for each time that the bucket stops answering, and for each damaged file. */
  onFailure(thrown: unknown): void
}

export interface Uploads {
  /** Moves what waits, and sweeps the bucket when that is due. */
  runOnce(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
const LOOK_AFTER_FAILURE_MS = MINUTE_MS
const SWEEP_EVERY_MS = 6 * HOUR_MS

/** Who the desk is among those that use a bucket. A restored backup is the same desk. */
export const DESK_ID = 'blobs.desk'

/**
 * Moves attachments from the folder to the bucket while the desk runs. Ingest does not wait for the bucket: the folder is as
 * durable as the database beside it, and holds what the bucket does not take.
 */
export function startUploads({ store, folder, bucket, closing, clock, onFailure }: UploadOptions): Uploads {
  const { signal } = closing
  const places = { db: store.db, folder, bucket, closing: signal }
  const reported = new Set<string>()
  let isClaimed = false
  let hasFailed = false
  let sweptAt = clock()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function runOnce(): Promise<void> {
    if (!isClaimed) await bucket.claim(await findDeskId(store))
    isClaimed = true
    const { damaged } = await uploadBlobs(places)
    for (const sha256 of damaged.filter((each) => !reported.has(each))) {
      reported.add(sha256)
      onFailure(new Error(`Cannot upload attachment ${sha256}: its file is damaged`))
    }
    if (signal.aborted || clock() - sweptAt < SWEEP_EVERY_MS) return
    await sweepBucket(places)
    sweptAt = clock()
  }

  async function runSafely(): Promise<void> {
    try {
      await runOnce()
      hasFailed = false
    } catch (thrown) {
      if (!hasFailed && !signal.aborted) onFailure(thrown)
      hasFailed = true
    }
  }

  function runAfter(delayMs: number): void {
    timer = setTimeout(() => {
      running = runSafely().then(() => {
        if (!signal.aborted) runAfter(hasFailed ? LOOK_AFTER_FAILURE_MS : LOOK_EVERY_MS)
      })
    }, delayMs).unref()
  }

  runAfter(LOOK_EVERY_MS)
  return {
    runOnce,
    async close() {
      closing.abort(new Error('the desk stops'))
      clearTimeout(timer)
      await running
    },
  }
}

function findDeskId(store: Store): Promise<string> {
  return store.write(async (trx) => {
    const known = await findSetting(trx, DESK_ID)
    const id = known ?? randomBytes(16).toString('hex')
    if (known === undefined) await saveSetting(trx, DESK_ID, id)
    return id
  })
}
