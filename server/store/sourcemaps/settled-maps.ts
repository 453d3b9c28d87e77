import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The range of names of maps that are not settled: from the first, up to but without the second. No hash is in it. */
const [UNSETTLED, AFTER_UNSETTLED] = ['unsettled ', 'unsettled!'] as const

/** Longer than any upload takes to compile, with the time that it waits for others. */
const UNSETTLED_MS = DAY_MS
const MAPS_AT_ONCE = 20
const TEXTS_AT_ONCE = 500

/** The name of a map that is not settled. `id` is its own. */
export function unsettledName(id: string, hash: string): string {
  return `${UNSETTLED}${id} ${hash}`
}

/** Finds a settled map by the hash of its files. */
export async function findMapId(db: Kysely<Database>, hash: string): Promise<number | undefined> {
  const row = await db.selectFrom('source_map').select('id').where('hash', '=', hash).executeTakeFirst()
  return row?.id
}

/** Thrown when a map that was found by its hash is gone, because the last upload that needed it was deleted. */
export class MapGoneError extends Error {}

/**
 * Lets maps be found by their hashes, in the transaction that registers the files which need them: so a settled map without
 * such files is not needed. Returns the ids that they have from then on; if another process was faster with a map, it is
 * that one's.
 */
export async function settleMaps(
  trx: Transaction<Database>,
  maps: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, number>> {
  const settled = new Map<number, number>()
  for (const [hash, mapId] of maps) {
    const known = await findMapId(trx, hash)
    if (known === undefined) await nameMap(trx, hash, mapId)
    else if (known !== mapId) await deleteMap(trx, mapId)
    settled.set(mapId, known ?? mapId)
  }
  return settled
}

async function nameMap(trx: Transaction<Database>, hash: string, mapId: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('source_map')
    .set({ hash })
    .where('id', '=', mapId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new MapGoneError(`Cannot use map ${mapId}: it was deleted`)
}

/** Deletes maps that nobody has settled. */
export async function deleteMaps(store: Store, mapIds: Iterable<number>): Promise<void> {
  for (const mapId of mapIds) await store.writeInTurn((trx) => deleteMap(trx, mapId), 'maps')
}

/** Deletes settled maps that no upload needs any more. */
export function deleteUnusedMaps(store: Store): Promise<void> {
  return deleteUnneeded(store, ({ eb, or }) =>
    or([eb('hash', '<', UNSETTLED), eb('hash', '>=', AFTER_UNSETTLED)]),
  )
}

/** Deletes maps of a process that died before it had settled them. */
export function deleteAbandonedMaps(store: Store, now: number): Promise<void> {
  return deleteUnneeded(store, ({ eb, and }) =>
    and([
      eb('hash', '>=', UNSETTLED),
      eb('hash', '<', AFTER_UNSETTLED),
      eb('created_at', '<', now - UNSETTLED_MS),
    ]),
  )
}

type Condition = (eb: ExpressionBuilder<Database, 'source_map'>) => Expression<SqlBool>

async function deleteUnneeded(store: Store, condition: Condition): Promise<void> {
  for (;;) {
    const maps = await selectUnneeded(store.db, condition).limit(MAPS_AT_ONCE).execute()
    if (maps.length === 0) return
    for (const { id } of maps)
      await store.writeInTurn(async (trx) => {
        // An upload may need it since it was listed.
        const unneeded = await selectUnneeded(trx, condition).where('id', '=', id).executeTakeFirst()
        if (unneeded !== undefined) await deleteMap(trx, id)
      }, 'maps')
  }
}

function selectUnneeded(db: Kysely<Database>, condition: Condition) {
  return db
    .selectFrom('source_map')
    .select('id')
    .where(condition)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifact').select('artifact.id').whereRef('artifact.map_id', '=', 'source_map.id'),
        ),
      ),
    )
}

/** Deletes a map, and its texts if no other map has them. */
async function deleteMap(trx: Transaction<Database>, mapId: number): Promise<void> {
  await trx.deleteFrom('source_map_block').where('map_id', '=', mapId).execute()
  const sources = await trx
    .deleteFrom('source_map_source')
    .where('map_id', '=', mapId)
    .returning('text_id as textId')
    .execute()
  const textIds = sources.flatMap(({ textId }) => textId ?? [])
  for (let start = 0; start < textIds.length; start += TEXTS_AT_ONCE)
    await deleteUnusedTexts(trx, textIds.slice(start, start + TEXTS_AT_ONCE))
  await trx.deleteFrom('source_map').where('id', '=', mapId).execute()
}

async function deleteUnusedTexts(trx: Transaction<Database>, textIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('source_text')
    .where('id', 'in', textIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_map_source')
            .select('map_id')
            .whereRef('source_map_source.text_id', '=', 'source_text.id'),
        ),
      ),
    )
    .execute()
}
