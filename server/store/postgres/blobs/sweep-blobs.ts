import { sql, type Transaction } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { serverTime } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { BlobTables } from './blob-rows.ts'

/** The number of hashes in a slice. Each is looked up in the index of each table that names blobs. */
const BLOBS_PER_SLICE = 500

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
  most?: number
}

/**
 * Deletes what no row names, in the order of hashes. The rows are locked first: whoever puts one of these blobs meanwhile
 * waits for the end of the transaction, and puts it anew then.
 */
export async function sweepBlobs(
  plain: Transaction<Database>,
  { start = '', bucket, most = BLOBS_PER_SLICE }: SweepOptions = {},
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
    .forUpdate()
    .skipLocked()
    .execute()
  const deleted = orphans.map(({ sha256 }) => sha256)
  if (deleted.length > 0) {
    await bucket?.delete(deleted)
    await trx.deleteFrom('blob').where('sha256', 'in', deleted).execute()
  }
  return { deleted: deleted.length, next: page.length < most ? undefined : hashes.at(-1) }
}
