import type { Pool } from 'pg'
import { transact } from '#server/store/postgres/connections/transact.ts'
import { deleteRows, listRows } from '#server/store/postgres/journal/rows.ts'
import { findOldest, leaveShard, listShards, takeShard } from '#server/store/postgres/journal/shards.ts'
import { formatNews } from '#server/store/postgres/news/news-data.ts'
import { appendNews } from '#server/store/postgres/news/news-rows.ts'
import type { RowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { addUpStorage, hasStorageChanges } from '#server/store/postgres/storage-changes.ts'
import { type Aggregates, createAggregates } from '#server/writer/aggregates/aggregates.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { joinDeltas } from './delta-parts.ts'
import { newsOf } from './fold-news.ts'
import { unpackDelta } from './journal.ts'
import type { RecentDeltas } from './recent-deltas.ts'

/** The format of deltas that this program writes and reads. Other programs fold theirs. */
const FORMAT: Delta['format'] = 1

export interface FolderOptions {
  pool: Pool
  facts: RowFacts
  /** Identifies this run of a process. */
  processId: string
  /** The deltas that this process packed, if it stores. */
  recent?: Pick<RecentDeltas, 'take'>
}

export interface Folder {
  /**
   * Folds each shard once that no other process folds, the one with the oldest row first, and adds up what triggers noted.
   * Returns whether it has folded anything.
   */
  fold(): Promise<boolean>
  /** Returns when the oldest row of the journal was stored, in milliseconds since the epoch; undefined if there is none. */
  oldest(): Promise<number | undefined>
}

/** What a process keeps of a shard from its last fold. */
interface AtHand {
  epoch: number
  aggregates: Aggregates
}

/**
 * Counts the rows of the journal, each once: a row is deleted in the transaction that counts it. Whoever locks the row of a
 * shard folds it. The lock of a process that dies ends with its connection.
 */
export function createFolder({ pool, facts, processId, recent }: FolderOptions): Folder {
  const atHand = new Map<number, AtHand>()

  /** Says whether it has folded anything. */
  async function foldShard(shard: number): Promise<boolean> {
    let settle = () => {}
    const hasFolded = await transact(pool, async (client) => {
      const taken = await takeShard(client, shard)
      const rows = taken && (await listRows(client, { shard, foldedXid: taken.foldedXid, format: FORMAT }))
      if (taken === undefined || rows === undefined || rows.length === 0) {
        return { result: false, xid: undefined }
      }
      const known = atHand.get(shard)
      // The counters that are at hand are out of date if another process has folded the shard.
      const isOurs = taken.takenBy === processId && taken.epoch === known?.epoch
      const aggregates = (isOurs && known?.aggregates) || createAggregates()
      const epoch = taken.epoch + 1
      atHand.set(shard, { epoch, aggregates })
      settle = aggregates.settle
      const delta = joinDeltas(rows.map((row) => recent?.take(row) ?? unpackDelta(row)))
      await createPostgresRows(client, facts)(aggregates.fold(delta))
      await deleteRows(client, rows)
      const news = newsOf(delta)
      await appendNews(client, news ? formatNews(news) : null)
      return { result: true, xid: await leaveShard(client, { shard, takenBy: processId, epoch }) }
    })
    settle()
    return hasFolded
  }

  return {
    async fold() {
      let hasFolded = false
      for (const shard of await listShards(pool)) hasFolded = (await foldShard(shard)) || hasFolded
      if (await hasStorageChanges(pool)) await transact(pool, addUpStorage)
      return hasFolded
    },
    oldest: () => findOldest(pool),
  }
}
