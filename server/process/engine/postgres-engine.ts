import { randomUUID } from 'node:crypto'
import { systemRandom } from '#server/accounts/secrets.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { rehearseBlobs } from '#server/store/blobs/rehearse-blobs.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { openStore } from '#server/store/open-store.ts'
import { createSharedBlobs } from '#server/store/postgres/blobs/shared-blobs.ts'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { type RunningJobs, startJobs } from '#server/store/postgres/jobs/start-jobs.ts'
import { createRowLeases } from '#server/store/postgres/memory/leases.ts'
import { createNews } from '#server/store/postgres/news/news.ts'
import { createPressure, heldBytesOfProcess } from '#server/writer/pressure.ts'
import { findDurabilityRisk } from '../doctor/postgres-checks.ts'
import { createJobs } from './create-jobs.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { openSharedMemory } from './shared-memory.ts'

/** One for the slice that runs, one for asking which job is due. */
const JOB_CONNECTIONS = 2

/** A database that other desks use as well. The data directory only has files that a desk is working on. */
export async function openPostgresEngine(
  url: string,
  { config, clock, onQuery, onFailure }: EngineOptions,
): Promise<Engine> {
  const news = createNews({ url, onFailure })
  const store = await openStore({ place: url, onQuery, news })
  await news.start()
  const { bucket } = config
  const closing = new AbortController()
  const blobs = createSharedBlobs(store.db, bucket, closing.signal)
  // Attachments have no other place, so the desk does not start without it.
  if (bucket !== undefined) await rehearseBlobs(blobs)
  const pool = openPool(url, { max: JOB_CONNECTIONS })
  const readFreeBytes = async () => Number.POSITIVE_INFINITY // the server says when its disk is full
  let jobs: RunningJobs | undefined
  return {
    store,
    news,
    place: url,
    writing: {
      file: databaseFile(config.dataDir),
      postgresUrl: url,
      bucket,
      pressure: createPressure({ readFreeBytes, readHeldBytes: heldBytesOfProcess }),
    },
    blobs,
    chunks: { blobs, isShared: true },
    leases: createRowLeases(store.db),
    warning: await findDurabilityRisk(url),
    memory: await openSharedMemory(store, systemRandom),
    readFreeBytes,
    startJobs({ onIssueChange }) {
      const work = createJobs({
        ...{ store, clock, onFailure, onIssueChange, retentionDays: config.retentionDays },
        bucket: bucket && createS3Blobs(bucket, { closing: closing.signal }),
      })
      jobs = startJobs(pool, work, { clock, processId: randomUUID(), onFailure })
    },
    async close() {
      closing.abort()
      await jobs?.close()
      await pool.end()
      await news.close()
      await store.close()
    },
  }
}
