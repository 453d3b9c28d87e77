import { Readable } from 'node:stream'
import { type Kysely, sql, type Transaction } from 'kysely'
import { requireBlobHash } from '#server/store/blobs/blob-hash.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { checkedBytes } from '#server/store/blobs/checked-bytes.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type BlobDatabase, type BlobTables, listBlobRows, noteBlob } from './blob-rows.ts'

/** A row, and what a reader has in memory, is at most this long. */
const PART_BYTES = 2 ** 20

/** The limit of pages is too short while another process puts the same large blob. */
const STATEMENT_TIMEOUT_MS = 12_000

/** Blobs as rows of parts. One transaction puts a blob, so that it is there as a whole or not at all. */
export function createRowBlobs(plain: Kysely<Database>): Blobs {
  const db = plain.withTables<BlobTables>()
  return {
    async put(blob) {
      requireBlobHash(blob.sha256)
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx)
        await noteBlob(trx, blob)
        if (!(await hasParts(trx, blob.sha256))) await addParts(trx, blob.sha256, blob.bytes)
      })
    },
    async open(sha256) {
      const found = await db
        .selectFrom('blob')
        .select('size_bytes as sizeBytes')
        .where('sha256', '=', requireBlobHash(sha256))
        // A bucket's blobs are noted, and have no parts.
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('size_bytes', '=', 0),
            exists(selectFrom('blob_part').select('part').whereRef('blob_part.sha256', '=', 'blob.sha256')),
          ]),
        )
        .executeTakeFirst()
      if (found === undefined) return undefined
      const { sizeBytes } = found
      const bytes = checkedBytes(readParts(db, sha256, sizeBytes), sha256)
      return { sizeBytes, stream: Readable.from(bytes, { objectMode: false }) }
    },
    async delete(hashes) {
      if (hashes.length === 0) return
      const named = hashes.map(requireBlobHash)
      await db.transaction().execute((trx) => trx.deleteFrom('blob').where('sha256', 'in', named).execute())
    },
    list: () => listBlobRows(db),
  }
}

/** Only the transaction that adds a blob ever sees one without its parts. */
async function hasParts(trx: Transaction<BlobDatabase>, sha256: string): Promise<boolean> {
  const found = await trx
    .selectFrom('blob_part')
    .select('part')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function addParts(trx: Transaction<BlobDatabase>, sha256: string, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    const data = bytes.subarray(start, start + PART_BYTES)
    await trx
      .insertInto('blob_part')
      .values({ sha256, part: start / PART_BYTES, data })
      .execute()
  }
}

/** One part at a time, by queries of their own: a slow reader holds no connection and no snapshot. */
async function* readParts(
  db: Kysely<BlobDatabase>,
  sha256: string,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part * PART_BYTES < sizeBytes; part++) {
    const found = await db
      .selectFrom('blob_part')
      .select('data')
      .where('sha256', '=', sha256)
      .where('part', '=', part)
      .executeTakeFirst()
    if (found === undefined) throw new Error(`Cannot read attachment ${sha256}: it was deleted meanwhile`)
    yield found.data
  }
}
