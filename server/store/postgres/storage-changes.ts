import type { ClientBase } from 'pg'

/** Rows of projects that are gone would come back. */
const ADD_UP = `
  with taken as (delete from storage_change returning project_id, category, quantity, payload_bytes)
  insert into storage_use as stored (project_id, category, quantity, payload_bytes)
    select project_id, category, sum(quantity), sum(payload_bytes)
    from taken where exists (select from project where project.id = taken.project_id)
    group by project_id, category order by project_id, category
  on conflict (project_id, category) do update
    set quantity = stored.quantity + excluded.quantity, payload_bytes = stored.payload_bytes + excluded.payload_bytes`

/**
 * Adds what triggers have noted since the last time (baseline/storage-changes.ts) to what is stored of each project, in the
 * transaction that is open. Quantities may be below zero for a moment: what is deleted may be noted before it is counted.
 */
export async function addUpStorage(client: ClientBase): Promise<void> {
  await client.query(ADD_UP)
}
