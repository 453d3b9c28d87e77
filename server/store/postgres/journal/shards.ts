import type { Pool, PoolClient } from 'pg'
import { shardOf } from './rows.ts'

/** A shard whose row the open transaction has locked. */
export interface TakenShard {
  /** No row of an older transaction is in the journal, or can still appear. */
  foldedXid: string
  /** The process that folded it last. */
  takenBy: string
  /** The number of the last fold. */
  epoch: number
}

/** The oldest row of each shard, as the index of shards has it. */
const OLDEST = `
  from fold_shard cross join lateral (
    select stored_at from journal
    where journal.shard = fold_shard.shard and xid >= folded_xid order by xid, id limit 1
  ) as oldest`

/** Lists the shards that have rows in the journal, the one whose row waits for the longest time first. */
export async function listShards(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ shard: number }>(`select shard ${OLDEST} order by stored_at, shard`)
  return rows.map(({ shard }) => shard)
}

/** Returns when the oldest row of the journal was stored, in milliseconds since the epoch; undefined if there is none. */
export async function findOldest(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ at: number | null }>(`select min(stored_at) as at ${OLDEST}`)
  return rows[0]?.at ?? undefined
}

/** Returns whether the journal has rows of the project's shard. */
export async function hasRows(pool: Pool, projectId: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: number }>(
    'select 1 as found from journal where shard = $1 limit 1',
    [shardOf(projectId)],
  )
  return rows.length > 0
}

/** Locks the row of a shard; undefined while another process folds it. */
export async function takeShard(client: PoolClient, shard: number): Promise<TakenShard | undefined> {
  const { rows } = await client.query<TakenShard>({
    name: 'take_shard',
    text: `
      select folded_xid::text as "foldedXid", taken_by as "takenBy", epoch
      from fold_shard where shard = $1 for update skip locked`,
    values: [shard],
  })
  return rows[0]
}

/**
 * Notes who folded a shard, and from which transaction on the next fold reads: the oldest one that is running or has rows
 * left. Returns the number of the open transaction.
 */
export async function leaveShard(
  client: PoolClient,
  { shard, takenBy, epoch }: { shard: number } & Pick<TakenShard, 'takenBy' | 'epoch'>,
): Promise<string | undefined> {
  const { rows } = await client.query<{ xid: string }>({
    name: 'leave_shard',
    text: `
      update fold_shard set taken_by = $2, epoch = $3,
        folded_xid = least(
          (select xid from journal where shard = $1 and xid >= folded_xid order by xid limit 1),
          pg_snapshot_xmin(pg_current_snapshot()))
      where shard = $1 returning pg_current_xact_id()::text as xid`,
    values: [shard, takenBy, epoch],
  })
  return rows[0]?.xid
}
