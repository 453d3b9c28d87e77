import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface MuteRow {
  id: number
  /** Null for all projects. */
  projectId: number | null
  reason: string
  createdBy: string
  createdAt: number
  until: number
}

/** Those that have not ended, the one that ends first first. */
export function listMutes(db: Kysely<Database>, now: number): Promise<MuteRow[]> {
  return db
    .selectFrom('alert_mute')
    .select(['id', 'project_id as projectId', 'reason', 'created_by as createdBy'])
    .select(['created_at as createdAt', 'until'])
    .where('until', '>', now)
    .orderBy('until')
    .orderBy('id')
    .execute()
}

export async function insertMute(trx: Transaction<Database>, mute: Omit<MuteRow, 'id'>): Promise<number> {
  const { projectId, reason, createdBy, createdAt, until } = mute
  const { id } = await trx
    .insertInto('alert_mute')
    .values({ project_id: projectId, reason, created_by: createdBy, created_at: createdAt, until })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endMute(trx: Transaction<Database>, id: number, now: number): Promise<void> {
  await trx.updateTable('alert_mute').set({ until: now }).where('id', '=', id).execute()
}
