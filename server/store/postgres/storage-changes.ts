import type { ClientBase, Pool } from 'pg'
import type { Transacted } from './connections/transact.ts'

/** Projects that no longer exist are left out, because their rows would come back. */
const ADD_UP = `
  with free as (select ctid as place from storage_change for update skip locked),
  taken as (
    delete from storage_change using free where storage_change.ctid = free.place
    returning project_id, category, quantity, payload_bytes
  )
  insert into storage_use as stored (project_id, category, quantity, payload_bytes)
    select project_id, category, sum(quantity), sum(payload_bytes)
    from taken where exists (select from project where project.id = taken.project_id)
    group by project_id, category order by project_id, category
  on conflict (project_id, category) do update
    set quantity = stored.quantity + excluded.quantity, payload_bytes = stored.payload_bytes + excluded.payload_bytes
  returning pg_current_xact_id()::text as xid`

/**
 * Adds the changes that triggers have noted (`baseline/storage-changes.ts`) to the storage use of projects, in the open
 * transaction. Quantities may be below zero for a moment, because a deletion may be added before the insertion is counted.
 * The folder does this, since it changes the same rows: in the serializable transaction of a job they would conflict.
 */
export async function addUpStorage(client: ClientBase): Promise<Transacted<void>> {
  const { rows } = await client.query<{ xid: string }>(ADD_UP)
  return { result: undefined, xid: rows[0]?.xid }
}

export async function hasStorageChanges(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from storage_change limit 1')
  return rows.length > 0
}

/** Returns the number of events that were stored less those that were deleted, by project, as far as it is not added up. */
export async function listEventChanges(client: ClientBase): Promise<Map<number, number>> {
  const { rows } = await client.query<{ project_id: number; quantity: number }>(
    `select project_id, sum(quantity) as quantity from storage_change where category = 'events' group by project_id`,
  )
  return new Map(rows.map(({ project_id, quantity }) => [project_id, quantity]))
}
