import type { PoolClient } from 'pg'
import { SHARDS } from '#server/store/postgres/baseline/journal.ts'

/** A fold writes each counter once, however many rows count into it. */
const ROWS_AT_ONCE = 400
/** A fold unpacks this many compressed bytes, or a single longer row. */
const BYTES_AT_ONCE = 4 * 2 ** 20

/** What one transaction counts in one shard, packed. */
export interface JournalEntry {
  shard: number
  delta: Uint8Array
}

export interface JournalRow {
  id: number
  delta: Uint8Array
}

export function shardOf(projectId: number): number {
  return projectId % SHARDS
}

/**
 * Appends entries, and returns their ids, in order, and the number of the open transaction. `storedAt` is in milliseconds since
 * the epoch.
 */
export async function appendEntries(
  client: PoolClient,
  entries: readonly JournalEntry[],
  { format, storedAt }: { format: number; storedAt: number },
): Promise<{ ids: number[]; xid: string | undefined }> {
  const { rows } = await client.query<{ id: number; shard: number; xid: string }>({
    name: 'append_journal',
    text: `
      insert into journal (shard, stored_at, format, delta)
      select shard, $1::bigint, $2::integer, delta from unnest($3::integer[], $4::bytea[]) as part (shard, delta)
      returning id, shard, xid::text as xid`,
    values: [storedAt, format, entries.map(({ shard }) => shard), entries.map(({ delta }) => delta)],
  })
  const ids = new Map(rows.map(({ id, shard }) => [shard, id]))
  return { ids: entries.map(({ shard }) => ids.get(shard) ?? 0), xid: rows[0]?.xid }
}

/** Lists the oldest rows of a shard in a format, from a transaction on. */
export async function listRows(
  client: PoolClient,
  { shard, foldedXid, format }: { shard: number; foldedXid: string; format: number },
): Promise<JournalRow[]> {
  const { rows } = await client.query<JournalRow>({
    name: 'list_journal',
    text: `
      select id, delta from (
        select id, xid, delta, sum(length(delta)) over (order by xid, id) as bytes
        from (
          select id, xid, delta from journal
          where shard = $1 and xid >= $2::xid8 and format = $3 order by xid, id limit ${ROWS_AT_ONCE}
        ) as oldest
      ) as summed
      where bytes - length(delta) < ${BYTES_AT_ONCE} order by xid, id`,
    values: [shard, foldedXid, format],
  })
  return rows
}

export async function deleteRows(client: PoolClient, rows: readonly JournalRow[]): Promise<void> {
  await client.query({
    name: 'delete_journal',
    text: 'delete from journal where id = any($1::bigint[])',
    values: [rows.map(({ id }) => id)],
  })
}
