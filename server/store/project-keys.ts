import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export interface ProjectKey {
  keyId: number
  projectId: number
  /** Whose pages may send with it, as browsers write origins; null for all. */
  allowedOrigins: readonly string[] | null
}

/** A key that is disabled is as good as unknown, and so is one whose project was deleted. */
export async function findActiveKey(
  db: Kysely<Database>,
  publicKey: string,
): Promise<ProjectKey | undefined> {
  const row = await db
    .selectFrom('project_key')
    .innerJoin('project', 'project.id', 'project_key.project_id')
    .select(['project_key.id as keyId', 'project_id as projectId', 'allowed_origins as origins'])
    .where('public_key', '=', publicKey)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return row && { keyId: row.keyId, projectId: row.projectId, allowedOrigins: parseOrigins(row.origins) }
}

/** A key that the project can be reported to with; undefined when all are disabled. */
export function findFirstKey(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('project_key')
    .select(['id', 'public_key as publicKey'])
    .where('project_id', '=', projectId)
    .where('is_active', '=', 1)
    .orderBy('id')
    .executeTakeFirst()
}

export interface KeyRow {
  publicKey: string
  isActive: boolean
  createdAt: number
  allowedOrigins: readonly string[] | null
}

/** Oldest first. */
export async function listKeys(db: Kysely<Database>, projectId: number): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('project_key')
    .select(['public_key as publicKey', 'is_active', 'created_at as createdAt', 'allowed_origins as origins'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(({ is_active, origins, ...row }) => {
    return { ...row, isActive: is_active === 1, allowedOrigins: parseOrigins(origins) }
  })
}

export interface NewKey {
  projectId: number
  publicKey: string
  allowedOrigins: readonly string[] | null
  now: number
}

export async function insertKey(trx: Transaction<Database>, key: NewKey): Promise<void> {
  await trx
    .insertInto('project_key')
    .values({
      project_id: key.projectId,
      public_key: key.publicKey,
      created_at: key.now,
      allowed_origins: key.allowedOrigins === null ? null : JSON.stringify(key.allowedOrigins),
    })
    .execute()
}

/** False when there is no such key. */
export async function disableKey(trx: Transaction<Database>, publicKey: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project_key')
    .set({ is_active: 0 })
    .where('public_key', '=', publicKey)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function parseOrigins(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]) // written by insertKey alone
}
