import type { Kysely, Transaction } from 'kysely'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface ProjectKey {
  keyId: number
  projectId: number
  /** Whose pages may send with it, as browsers write origins; null for all. */
  allowedOrigins: readonly string[] | null
  /** It stands on the desk's own pages, where everybody sees it. */
  isForPages: boolean
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
    .select('is_for_pages as isForPages')
    .where('public_key', '=', publicKey)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  const { keyId, projectId, origins, isForPages } = row
  return { keyId, projectId, allowedOrigins: parseOrigins(origins), isForPages: isForPages === 1 }
}

/** A key that the project can be reported to with; undefined when all are disabled. */
export function findFirstKey(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('project_key')
    .select(['id', 'public_key as publicKey'])
    .where('project_id', '=', projectId)
    .where('is_active', '=', 1)
    .orderBy('is_for_pages')
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * The key that the desk's own pages report with: made at the first start, and never again, so that one who disables it
 * has silenced them. Undefined then.
 */
export async function ensurePagesKey(
  store: Store,
  { projectId, newKey, now }: { projectId: number; newKey: () => string; now: number },
): Promise<string | undefined> {
  return store.write(async (trx) => {
    const known = await trx
      .selectFrom('project_key')
      .select(['public_key as publicKey', 'is_active as isActive'])
      .where('project_id', '=', projectId)
      .where('is_for_pages', '=', 1)
      .execute()
    if (known.length > 0) return known.find(({ isActive }) => isActive === 1)?.publicKey
    const project = await trx
      .selectFrom('project')
      .select('id')
      .where('id', '=', projectId)
      .executeTakeFirst()
    if (!project) return undefined
    const key = { project_id: projectId, public_key: newKey(), created_at: now, is_for_pages: 1 }
    await trx.insertInto('project_key').values(key).execute()
    return key.public_key
  })
}

export interface KeyRow {
  publicKey: string
  isActive: boolean
  createdAt: number
  allowedOrigins: readonly string[] | null
  isForPages: boolean
}

/** Oldest first. */
export async function listKeys(db: Kysely<Database>, projectId: number): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('project_key')
    .select(['public_key as publicKey', 'is_active', 'created_at as createdAt', 'allowed_origins as origins'])
    .select('is_for_pages')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(({ is_active, is_for_pages, origins, ...row }) => {
    const isForPages = is_for_pages === 1
    return { ...row, isActive: is_active === 1, allowedOrigins: parseOrigins(origins), isForPages }
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
