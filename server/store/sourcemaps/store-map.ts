import { createHash, randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { Transaction } from 'kysely'
import type { CompiledMap } from '#server/sourcemaps/compile.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { unsettledName } from './settled-maps.ts'

/** So many rows are written in one transaction: others wait for a few milliseconds at most. */
const ROWS_PER_WRITE = 32

/**
 * Stores a compiled map in small transactions. Nobody finds it by its hash, or deletes it, until it is settled
 * (settled-maps.ts), so that several processes may store the same map.
 */
export async function storeMap(
  store: Store,
  { hash, map, now }: { hash: string; map: CompiledMap; now: number },
): Promise<number> {
  const { id: mapId } = await store.write((trx) =>
    trx
      .insertInto('source_map')
      .values({ hash: unsettledName(randomUUID(), hash), size_bytes: 0, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const size_bytes = (await storeBlocks(store, mapId, map)) + (await storeSources(store, mapId, map))
  await store.write((trx) =>
    trx.updateTable('source_map').set({ size_bytes }).where('id', '=', mapId).execute(),
  )
  return mapId
}

/** Returns the bytes that they take. */
async function storeBlocks(store: Store, mapId: number, map: CompiledMap): Promise<number> {
  const blocks = [
    ...map.blocks.map((block) => ({ kind: 'mapping' as const, ...block })),
    ...map.functions.map((block) => ({ kind: 'function' as const, ...block })),
  ]
  let sizeBytes = 0
  for (const slice of slices(blocks)) {
    const rows = slice.map(({ kind, line, column, data }) => ({
      ...{ map_id: mapId, kind, line, col: column },
      data: compress(data),
    }))
    for (const { data } of rows) sizeBytes += data.length
    await store.write((trx) => trx.insertInto('source_map_block').values(rows).execute())
  }
  return sizeBytes
}

/** Returns the bytes that they take. */
async function storeSources(store: Store, mapId: number, map: CompiledMap): Promise<number> {
  let sizeBytes = 0
  for (const slice of slices([...map.sources.entries()])) {
    const texts = slice.map(([sourceIndex, { path, text }]) => ({
      sourceIndex,
      path,
      text: text === null ? null : { hash: hashText(text), data: compress(Buffer.from(text)) },
    }))
    for (const { path, text } of texts) sizeBytes += path.length + (text?.data.length ?? 0)
    await store.writeInTurn(async (trx) => {
      for (const { sourceIndex, path, text } of texts) {
        const textId = text === null ? null : await storeText(trx, text)
        await trx
          .insertInto('source_map_source')
          .values({ map_id: mapId, source_index: sourceIndex, path, text_id: textId })
          .execute()
      }
    }, 'maps')
  }
  return sizeBytes
}

function* slices<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += ROWS_PER_WRITE)
    yield all.slice(start, start + ROWS_PER_WRITE)
}

function compress(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(zstdCompressSync(bytes))
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Another process may insert the same text meanwhile. */
async function storeText(
  trx: Transaction<Database>,
  { hash, data }: { hash: string; data: Uint8Array },
): Promise<number> {
  const added = await trx
    .insertInto('source_text')
    .values({ hash, data })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  const { id } = await trx
    .selectFrom('source_text')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return id
}
