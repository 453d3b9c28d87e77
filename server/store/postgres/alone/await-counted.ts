import { setTimeout } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { requestFold } from '#server/store/postgres/journal/fold-requests.ts'
import { shardOf } from '#server/store/postgres/journal/rows.ts'

const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 20

/**
 * Waits until all that the journal has of these projects now is counted, by whichever process folds it. Returns false if
 * that takes longer than `mostMs`.
 */
export async function awaitCounted(
  connection: Pool | ClientBase,
  projectIds: readonly number[],
  mostMs: number,
): Promise<boolean> {
  const ids = await listWaiting(connection, projectIds)
  let pauseMs = FIRST_PAUSE_MS
  for (let waitedMs = 0; await isAnyLeft(connection, ids); waitedMs += pauseMs) {
    if (waitedMs >= mostMs) return false
    requestFold()
    await setTimeout(pauseMs)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
  }
  return true
}

async function listWaiting(connection: Pool | ClientBase, projectIds: readonly number[]): Promise<number[]> {
  const { rows } = await connection.query<{ id: number }>(
    `select id from journal join fold_shard using (shard) where shard = any($1::integer[]) and xid >= folded_xid`,
    [[...new Set(projectIds.map(shardOf))]],
  )
  return rows.map(({ id }) => id)
}

async function isAnyLeft(connection: Pool | ClientBase, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await connection.query('select from journal where id = any($1::bigint[]) limit 1', [ids])
  return rows.length > 0
}
