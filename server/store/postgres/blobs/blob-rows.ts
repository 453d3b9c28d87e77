import { type Kysely, sql, type Transaction } from 'kysely'
import type { NewBlob, StoredBlob } from '#server/store/blobs/blobs.ts'
import { serverTime } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The tables of blobs, which SQLite does not have because its blobs are files. */
export type BlobTables = {
  blob: { sha256: string; size_bytes: number; put_at: number }
  blob_part: { sha256: string; part: number; data: Uint8Array }
}

export type BlobDatabase = Database & BlobTables

/** Notes that a blob is put, now. Whoever else puts or deletes the same one waits until the transaction ends. */
export async function noteBlob(trx: Transaction<BlobDatabase>, { sha256, bytes }: NewBlob): Promise<void> {
  await trx
    .insertInto('blob')
    .values({ sha256, size_bytes: bytes.length, put_at: serverTime })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ put_at: serverTime }))
    .execute()
}

const BLOBS_PER_PAGE = 1_000

/** Lists all blobs with their ages, in pages, in the order of their hashes. */
export async function* listBlobRows(db: Kysely<BlobDatabase>): AsyncGenerator<StoredBlob[]> {
  for (let last = ''; ; ) {
    const page = await db
      .selectFrom('blob')
      .select(['sha256', sql<number>`${serverTime} - put_at`.as('ageMs')])
      .where('sha256', '>', last)
      .orderBy('sha256')
      .limit(BLOBS_PER_PAGE)
      .execute()
    const end = page.at(-1)
    if (end === undefined) return
    yield page
    last = end.sha256
  }
}
