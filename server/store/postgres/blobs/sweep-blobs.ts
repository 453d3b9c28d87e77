import { sql, type Transaction } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import type { Job } from '#server/store/postgres/jobs/job.ts'
import { serverTime } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { BlobTables } from './blob-rows.ts'

/** The number of hashes in a slice. Each is looked up in the index of each table that names blobs. */
const BLOBS_PER_SLICE = 500

/** A bucket deletes them one by one, and the slice's transaction may wait for it for 10 s. */
const BUCKET_BLOBS_PER_SLICE = 64
const SWEEP_EVERY_MS = 6 * HOUR_MS
const PAUSE_MS = 200

/** The longest time between putting a blob and committing the row that names it. */
const PUT_BUT_NOT_NAMED_MS = HOUR_MS

export interface SweptSlice {
  deleted: number
  /** The hash at which the next slice begins; undefined after the last slice. */
  next: string | undefined
}

interface SweepOptions {
  /** The hash at which the last slice ended. */
  start?: string | undefined
  /** The bucket, if it holds the bytes instead of the database. It must not note blobs, because their rows are locked here. */
  bucket?: Pick<Blobs, 'delete'> | undefined
  /** The number of blobs to look at. */
  most?: number
  /** The number of blobs to delete. */
  mostDeleted?: number
}

/** Sweeps all blobs, a slice at a time, and begins anew some hours later. */
export function createSweepJob(bucket: SweepOptions['bucket']): Job {
  return {
    ...{ name: 'sweep blobs', everyMs: SWEEP_EVERY_MS, pauseMs: PAUSE_MS },
    async run({ trx, state, keep }) {
      const start = typeof state === 'string' ? state : undefined
      const { next } = await sweepBlobs(trx, { start, bucket })
      keep(next ?? null)
      return next !== undefined
    },
  }
}

/**
 * Deletes what no row names, in the order of hashes. The rows are locked first: whoever puts one of these blobs meanwhile
 * waits for the end of the transaction, and puts it anew then.
 */
export async function sweepBlobs(
  plain: Transaction<Database>,
  {
    start = '',
    bucket,
    most = BLOBS_PER_SLICE,
    mostDeleted = bucket ? BUCKET_BLOBS_PER_SLICE : most,
  }: SweepOptions = {},
): Promise<SweptSlice> {
  const trx = plain.withTables<BlobTables>()
  const page = await trx
    .selectFrom('blob')
    .select('sha256')
    .where('sha256', '>', start)
    .orderBy('sha256')
    .limit(most)
    .execute()
  const hashes = page.map(({ sha256 }) => sha256)
  const orphans = await trx
    .selectFrom('blob')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .where('put_at', '<', sql<number>`${serverTime} - ${PUT_BUT_NOT_NAMED_MS}`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('attachment').select('id').whereRef('attachment.sha256', '=', 'blob.sha256'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('upload_chunk').select('hash').whereRef('upload_chunk.sha256', '=', 'blob.sha256')),
      ),
    )
    .orderBy('sha256')
    .limit(mostDeleted)
    .forUpdate()
    .skipLocked()
    .execute()
  const deleted = orphans.map(({ sha256 }) => sha256)
  if (deleted.length > 0) {
    await bucket?.delete(deleted)
    await trx.deleteFrom('blob').where('sha256', 'in', deleted).execute()
  }
  // There may be more to delete among those that were looked at.
  if (deleted.length === mostDeleted) return { deleted: deleted.length, next: deleted.at(-1) }
  return { deleted: deleted.length, next: page.length < most ? undefined : hashes.at(-1) }
}
