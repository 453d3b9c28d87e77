import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { SHARDS } from '#server/store/postgres/baseline/journal.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { isEmptyDelta, splitDelta } from './delta-parts.ts'

/** So many rows are folded at once: each counter is written once for all of them. */
const ROWS_AT_ONCE = 400
/** What a fold unpacks stays small, too. */
const BYTES_AT_ONCE = 4 * 2 ** 20

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

function shardOf(projectId: number): number {
  return projectId % SHARDS
}

/** Notes what a batch adds to what is counted, a row for each shard. Gives the transaction's number. */
export async function appendToJournal(
  client: PoolClient,
  delta: Delta,
  now: number,
): Promise<string | undefined> {
  const parts = [...splitDelta(delta, shardOf)].filter(([, part]) => !isEmptyDelta(part))
  if (parts.length === 0) return undefined
  const { rows } = await client.query<{ xid: string }>({
    name: 'journal',
    text: `
      insert into journal (shard, stored_at, format, delta)
      select shard, $1::bigint, $2::integer, delta from unnest($3::integer[], $4::bytea[]) as part (shard, delta)
      returning xid::text as xid`,
    values: [now, delta.format, parts.map(([shard]) => shard), parts.map(([, part]) => pack(part))],
  })
  return rows[0]?.xid
}

export interface JournalRow {
  id: number
  storedAt: number
  delta: Delta
}

/** The oldest rows of a shard that this program can read, and from which transaction on the next fold is to look. */
export async function readJournal(
  client: PoolClient,
  shard: number,
  { foldedXid, format }: { foldedXid: string; format: number },
): Promise<JournalRow[]> {
  const { rows } = await client.query<{ id: number; stored_at: number; delta: Uint8Array }>({
    name: 'journal_of_shard',
    text: `
      select id, stored_at, delta from (
        select id, xid, stored_at, delta, sum(length(delta)) over (order by xid, id) as bytes
        from (
          select id, xid, stored_at, delta from journal
          where shard = $1 and xid >= $2::xid8 and format = $3 order by xid, id limit ${ROWS_AT_ONCE}
        ) as oldest
      ) as summed
      where bytes - length(delta) < ${BYTES_AT_ONCE} order by xid, id`,
    values: [shard, foldedXid, format],
  })
  return rows.map(({ id, stored_at, delta }) => ({ id, storedAt: stored_at, delta: unpack(delta) }))
}

export async function deleteFromJournal(client: PoolClient, rows: readonly JournalRow[]): Promise<void> {
  await client.query({
    name: 'journal_folded',
    text: 'delete from journal where id = any($1::bigint[])',
    values: [rows.map(({ id }) => id)],
  })
}

function pack(delta: Delta): Buffer {
  return zstdCompressSync(JSON.stringify(delta), LEVEL)
}

function unpack(bytes: Uint8Array): Delta {
  return JSON.parse(zstdDecompressSync(bytes).toString()) as Delta // its format says so
}
