import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** The last hour in which something came with each key of a project, by its public key. Hours are counted from the epoch. */
export async function listKeyUses(
  db: Kysely<Database>,
  projectId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('outcome')
    .innerJoin('project_key', 'project_key.id', 'outcome.key_id')
    .select(({ fn }) => ['public_key as publicKey', fn.max('hour').as('hour')])
    .where('outcome.project_id', '=', projectId)
    .groupBy('public_key')
    .execute()
  return new Map(rows.map(({ publicKey, hour }) => [publicKey, hour]))
}

export interface KeyPlace {
  projectId: number
  publicKey: string
}

/** Turns a key on or off; false when the project has no such key. */
export function activateKey(
  trx: Transaction<Database>,
  place: KeyPlace,
  isActive: boolean,
): Promise<boolean> {
  return changeKey(trx, place, { is_active: isActive ? 1 : 0 })
}

/** Says whose pages may send with it, null for all; false when the project has no such key. */
export function putOrigins(
  trx: Transaction<Database>,
  place: KeyPlace,
  origins: readonly string[] | null,
): Promise<boolean> {
  return changeKey(trx, place, { allowed_origins: origins === null ? null : JSON.stringify(origins) })
}

async function changeKey(
  trx: Transaction<Database>,
  { projectId, publicKey }: KeyPlace,
  changes: { is_active?: number; allowed_origins?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project_key')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('public_key', '=', publicKey)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a key that is off and of no pages; false when the project has no such key. */
export async function deleteKey(
  trx: Transaction<Database>,
  { projectId, publicKey }: KeyPlace,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_key')
    .where('project_id', '=', projectId)
    .where('public_key', '=', publicKey)
    .where('is_active', '=', 0)
    .where('is_for_pages', '=', 0)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
