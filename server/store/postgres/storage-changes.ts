import type { ClientBase } from 'pg'

/** Projects that no longer exist are left out, because their rows would come back. */
const ADD_UP = `
  with taken as (delete from storage_change returning project_id, category, quantity, payload_bytes)
  insert into storage_use as stored (project_id, category, quantity, payload_bytes)
    select project_id, category, sum(quantity), sum(payload_bytes)
    from taken where exists (select from project where project.id = taken.project_id)
    group by project_id, category order by project_id, category
  on conflict (project_id, category) do update
    set quantity = stored.quantity + excluded.quantity, payload_bytes = stored.payload_bytes + excluded.payload_bytes`

/**
 * Adds the changes that triggers have noted (`baseline/storage-changes.ts`) to the storage use of projects, in the open
 * transaction. Quantities may be below zero for a moment, because a deletion may be added before the insertion is counted.
 */
export async function addUpStorage(client: ClientBase): Promise<void> {
  await client.query(ADD_UP)
}
