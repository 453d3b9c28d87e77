import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Kysely, Transaction } from 'kysely'
import type { CompiledMap } from '#server/sourcemaps/compile.ts'
import { lookUp, type OriginalPosition } from '#server/sourcemaps/map-blocks.ts'
import { type Asking, prepareAsking } from '#server/store/engine/asking.ts'
import { compileOnce } from '#server/store/engine/prepared-query.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** So many rows are written in one transaction: others wait for a few milliseconds at most. */
const ROWS_PER_WRITE = 32

type BlockKind = 'mapping' | 'function'

/** Finds a map by the hash of its files. */
export async function findMapId(db: Kysely<Database>, hash: string): Promise<number | undefined> {
  const row = await db.selectFrom('source_map').select('id').where('hash', '=', hash).executeTakeFirst()
  return row?.id
}

/**
 * Stores a compiled map in small transactions. Its own row comes last, with the id that the others have, so that what was
 * begun and not ended is never found; the next attempt removes it.
 */
export async function storeMap(
  store: Store,
  { hash, map, now }: { hash: string; map: CompiledMap; now: number },
): Promise<number> {
  const mapId = await store.write(async (trx) => {
    await deleteMapByHash(trx, `unfinished ${hash}`)
    const { id } = await trx
      .insertInto('source_map')
      .values({ hash: `unfinished ${hash}`, size_bytes: 0, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  let sizeBytes = 0
  const blocks = [
    ...map.blocks.map((block) => ({ kind: 'mapping' as const, ...block })),
    ...map.functions.map((block) => ({ kind: 'function' as const, ...block })),
  ]
  for (const slice of slices(blocks)) {
    const rows = slice.map(({ kind, line, column, data }) => ({
      map_id: mapId,
      kind,
      line,
      col: column,
      data: compress(data),
    }))
    for (const { data } of rows) sizeBytes += data.length
    await store.write((trx) => trx.insertInto('source_map_block').values(rows).execute())
  }
  for (const slice of slices([...map.sources.entries()])) {
    const texts = slice.map(([sourceIndex, { path, text }]) => ({
      sourceIndex,
      path,
      text: text === null ? null : { hash: hashText(text), data: compress(Buffer.from(text)) },
    }))
    await store.write(async (trx) => {
      for (const { sourceIndex, path, text } of texts) {
        const textId = text === null ? null : await storeText(trx, text)
        await trx
          .insertInto('source_map_source')
          .values({ map_id: mapId, source_index: sourceIndex, path, text_id: textId })
          .execute()
        sizeBytes += path.length + (text?.data.length ?? 0)
      }
    })
  }
  await store.write((trx) =>
    trx.updateTable('source_map').set({ hash, size_bytes: sizeBytes }).where('id', '=', mapId).execute(),
  )
  return mapId
}

async function deleteMapByHash(trx: Transaction<Database>, hash: string): Promise<void> {
  const mapId = await findMapId(trx, hash)
  if (mapId !== undefined) await deleteMap(trx, mapId)
}

export async function deleteMap(trx: Transaction<Database>, mapId: number): Promise<void> {
  await trx.deleteFrom('source_map_block').where('map_id', '=', mapId).execute()
  await trx.deleteFrom('source_map_source').where('map_id', '=', mapId).execute()
  await trx.deleteFrom('source_map').where('id', '=', mapId).execute()
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

async function storeText(
  trx: Transaction<Database>,
  { hash, data }: { hash: string; data: Uint8Array },
): Promise<number> {
  const known = await trx.selectFrom('source_text').select('id').where('hash', '=', hash).executeTakeFirst()
  if (known) return known.id
  const { id } = await trx
    .insertInto('source_text')
    .values({ hash, data })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds where a generated position of a map came from, or which function runs there; both count from zero. */
export function* lookUpInMap(
  db: Kysely<Database>,
  { mapId, kind }: { mapId: number; kind: BlockKind },
  line: number,
  column: number,
): Asking<OriginalPosition | undefined> {
  const [row] = yield* findBlock(db, { mapId, kind, line, column })
  return row && lookUp({ line: row.line, data: zstdDecompressSync(row.data) }, line, column)
}

const findBlock = prepareAsking(
  compileOnce((db, given: { mapId: number; kind: BlockKind; line: number; column: number }) =>
    db
      .selectFrom('source_map_block')
      .select(['line', 'data'])
      .where('map_id', '=', given.mapId)
      .where('kind', '=', given.kind)
      .where((eb) =>
        eb.or([
          eb('line', '<', given.line),
          eb.and([eb('line', '=', given.line), eb('col', '<=', given.column)]),
        ]),
      )
      .orderBy('line', 'desc')
      .orderBy('col', 'desc')
      .limit(1),
  ),
)

/** Finds a source's path, and its text if the map contains it. */
export function* findSource(
  db: Kysely<Database>,
  mapId: number,
  sourceIndex: number,
): Asking<{ path: string; text: string | null } | undefined> {
  const [row] = yield* findSourceRow(db, { mapId, sourceIndex })
  return row && { path: row.path, text: row.data === null ? null : zstdDecompressSync(row.data).toString() }
}

const findSourceRow = prepareAsking(
  compileOnce((db, given: { mapId: number; sourceIndex: number }) =>
    db
      .selectFrom('source_map_source')
      .leftJoin('source_text', 'source_text.id', 'source_map_source.text_id')
      .select(['source_map_source.path', 'source_text.data'])
      .where('source_map_source.map_id', '=', given.mapId)
      .where('source_map_source.source_index', '=', given.sourceIndex),
  ),
)
