import type { Pool, PoolClient } from 'pg'
import { SHARDS } from '#server/store/postgres/baseline/journal.ts'
import type { RowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { addUpStorage } from '#server/store/postgres/storage-changes.ts'
import { type Aggregates, createAggregates } from '#server/writer/aggregates/aggregates.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { joinDeltas } from './delta-parts.ts'
import { deleteFromJournal, type JournalRow, readJournal } from './journal.ts'
import { transact } from './transact.ts'

/** The form of deltas that this program writes and reads. Others are left for those who know them. */
const FORMAT: Delta['format'] = 1

export interface FolderOptions {
  pool: Pool
  facts: RowFacts
  /** Tells this process from others, and from itself before a restart. */
  processId: string
  /** Told in the transaction of a fold what it counted; what it does there is committed with it. */
  onFold?: (client: PoolClient, delta: Delta) => Promise<void>
}

export interface Folder {
  /** Folds what the journal has, shard by shard. Gives the age of the oldest row that it left, or 0. */
  fold(): Promise<void>
  /** When the oldest row of the journal was stored, in milliseconds since the epoch; undefined when there is none. */
  oldest(): Promise<number | undefined>
}

/** What a process has at hand of a shard, as long as no other process has folded it. */
interface AtHand {
  epoch: number
  aggregates: Aggregates
}

/**
 * Counts what the journal has, each row once: a row is deleted in the transaction that counts it. Whoever gets the row of a
 * shard folds it; a process that died let go of it with its connection.
 */
export function createFolder({ pool, facts, processId, onFold }: FolderOptions): Folder {
  const atHand = new Map<number, AtHand>()

  async function foldShard(shard: number): Promise<boolean> {
    let settle = () => {}
    const hasMore = await transact(pool, async (client) => {
      const taken = await takeShard(client, shard)
      const rows = taken
        ? await readJournal(client, shard, { foldedXid: taken.foldedXid, format: FORMAT })
        : []
      if (taken === undefined || rows.length === 0) return { result: false, xid: undefined }
      const known = atHand.get(shard)
      const isOurs = known !== undefined && taken.takenBy === processId && taken.epoch === known.epoch
      const aggregates = isOurs ? known.aggregates : createAggregates()
      const epoch = taken.epoch + 1
      atHand.set(shard, { epoch, aggregates })
      settle = aggregates.settle
      const delta = joinDeltas(rows.map((row) => row.delta))
      await createPostgresRows(client, facts)(aggregates.fold(delta))
      await addUpStorage(client)
      await onFold?.(client, delta)
      const xid = await leaveShard(client, { shard, rows, processId, epoch })
      return { result: true, xid }
    })
    settle()
    return hasMore
  }

  return {
    async fold() {
      for (const shard of await listShards(pool)) {
        while (await foldShard(shard));
      }
    },
    async oldest() {
      const { rows } = await pool.query<{ at: number | null }>('select min(stored_at) as at from journal')
      return rows[0]?.at ?? undefined
    },
  }
}

/** Those of which the journal has something. */
async function listShards(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ shard: number }>(`
    select shard from fold_shard
    where exists (select from journal where journal.shard = fold_shard.shard and xid >= folded_xid)
    order by shard limit ${SHARDS}`)
  return rows.map(({ shard }) => shard)
}

interface TakenShard {
  foldedXid: string
  takenBy: string
  epoch: number
}

/** Undefined while another process folds it. */
async function takeShard(client: PoolClient, shard: number): Promise<TakenShard | undefined> {
  const { rows } = await client.query<TakenShard>({
    name: 'take_shard',
    text: `
      select folded_xid::text as "foldedXid", taken_by as "takenBy", epoch
      from fold_shard where shard = $1 for update skip locked`,
    values: [shard],
  })
  return rows[0]
}

/** What is still running may append rows that are older than what comes next; nothing older than that can. */
async function leaveShard(
  client: PoolClient,
  {
    shard,
    rows,
    processId,
    epoch,
  }: { shard: number; rows: readonly JournalRow[]; processId: string; epoch: number },
): Promise<string | undefined> {
  await deleteFromJournal(client, rows)
  const left = await client.query<{ xid: string }>({
    name: 'leave_shard',
    text: `
      update fold_shard set taken_by = $2, epoch = $3,
        folded_xid = least(
          (select xid from journal where shard = $1 and xid >= folded_xid order by xid limit 1),
          pg_snapshot_xmin(pg_current_snapshot()))
      where shard = $1 returning pg_current_xact_id()::text as xid`,
    values: [shard, processId, epoch],
  })
  return left.rows[0]?.xid
}
