import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export type UploadChunk = Selectable<Database['upload_chunk']>

/** Notes a chunk whose bytes are stored. One that is known is as new as the others of its upload. */
export async function saveChunk(trx: Transaction<Database>, chunk: UploadChunk): Promise<void> {
  const { created_at } = chunk
  await trx
    .insertInto('upload_chunk')
    .values(chunk)
    .onConflict((conflict) => conflict.columns(['token_id', 'hash']).doUpdateSet({ created_at }))
    .execute()
}

/** Lists those of these chunks that a token sent. */
export function listChunks(
  db: Kysely<Database>,
  tokenId: number,
  hashes: readonly string[],
): Promise<Pick<UploadChunk, 'hash' | 'sha256'>[]> {
  return db
    .selectFrom('upload_chunk')
    .select(['hash', 'sha256'])
    .where('token_id', '=', tokenId)
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .execute()
}

/** Returns the bytes of all chunks together. */
export async function sumChunkSizes(db: Kysely<Database>): Promise<number> {
  const { sizeBytes } = await db
    .selectFrom('upload_chunk')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('sizeBytes'))
    .executeTakeFirstOrThrow()
  return sizeBytes ?? 0
}

/** Forgets chunks of a token; returns by which hashes their bytes are stored. */
export function deleteChunkRows(
  trx: Transaction<Database>,
  tokenId: number,
  hashes: readonly string[],
): Promise<Pick<UploadChunk, 'sha256'>[]> {
  return trx
    .deleteFrom('upload_chunk')
    .where('token_id', '=', tokenId)
    .where('hash', 'in', hashes)
    .returning('sha256')
    .execute()
}

/** Forgets chunks of uploads that were given up before a time; returns by which hashes their bytes are stored. */
export function deleteOldChunkRows(
  trx: Transaction<Database>,
  before: number,
): Promise<Pick<UploadChunk, 'sha256'>[]> {
  return trx.deleteFrom('upload_chunk').where('created_at', '<', before).returning('sha256').execute()
}

/** Returns the hashes that no chunk uses. */
export async function listUnusedHashes(db: Kysely<Database>, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_chunk')
    .select('sha256')
    .distinct()
    .where('sha256', 'in', hashes)
    .orderBy('sha256')
    .execute()
  const used = new Set(rows.map(({ sha256 }) => sha256))
  return [...new Set(hashes)].filter((sha256) => !used.has(sha256))
}
