import { zstdDecompressSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { lookUp, type OriginalPosition } from '#server/sourcemaps/map-blocks.ts'
import { type Asking, prepareAsking } from '#server/store/engine/asking.ts'
import { compileOnce } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

type BlockKind = 'mapping' | 'function'

/** Finds where a generated position of a map came from, and which function runs there; all counts begin at zero. */
export function* lookUpInMap(
  db: Kysely<Database>,
  mapId: number,
  line: number,
  column: number,
): Asking<{ place: OriginalPosition | undefined; running: OriginalPosition | undefined }> {
  const at = { mapId, line, column }
  const [places = [], functions = []] = (yield [
    selectBlock(db, { ...at, kind: 'mapping' }),
    selectBlock(db, { ...at, kind: 'function' }),
  ]) as MapBlock[][] // the rows of these queries
  const read = ([row]: MapBlock[]) =>
    row && lookUp({ line: row.line, data: zstdDecompressSync(row.data) }, line, column)
  const place = read(places)
  return { place, running: place && read(functions) }
}

interface MapBlock {
  line: number
  data: Uint8Array
}

const selectBlock = compileOnce(
  (db, given: { mapId: number; kind: BlockKind; line: number; column: number }) =>
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
