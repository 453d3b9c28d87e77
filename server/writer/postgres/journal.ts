import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { appendEntries, type JournalRow, shardOf } from '#server/store/postgres/journal/rows.ts'
import { COUNTED_FIELDS, type Delta, type Occurrences } from '#server/writer/aggregates/delta.ts'
import { isEmptyDelta, splitDelta } from './delta-parts.ts'
import type { RecentDeltas } from './recent-deltas.ts'

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Appends what a batch counts, an entry for each shard. Returns the number of the open transaction; undefined if the batch
 * counts nothing.
 */
export async function appendDelta(
  client: PoolClient,
  delta: Delta,
  { storedAt, recent }: { storedAt: number; recent: RecentDeltas },
): Promise<string | undefined> {
  const parts = [...splitDelta(delta, shardOf)].filter(([, part]) => !isEmptyDelta(part))
  if (parts.length === 0) return undefined
  const entries = parts.map(([shard, part]) => ({ shard, delta: pack(part) }))
  const { ids, xid } = await appendEntries(client, entries, { format: delta.format, storedAt })
  for (const [place, [, part]] of parts.entries()) {
    const [id, packed] = [ids[place], entries[place]?.delta]
    if (id !== undefined && packed !== undefined) recent.note({ id, delta: packed }, part)
  }
  return xid
}

export function unpackDelta({ delta }: JournalRow): Delta {
  return JSON.parse(zstdDecompressSync(delta).toString()) as Delta // the row's format says so
}

function pack(delta: Delta): Uint8Array {
  const occurrences = delta.occurrences.map(withoutUncounted)
  return zstdCompressSync(JSON.stringify({ ...delta, occurrences } satisfies Delta), LEVEL)
}

/** Leaves out what counting does not read, such as the ids of traces, which do not compress. */
function withoutUncounted({ events, ...issue }: Occurrences): Occurrences {
  return {
    ...issue,
    events: events.map(({ event, ...stored }) => ({ ...stored, event: pick(event, COUNTED_FIELDS) })),
  }
}

function pick<Of, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  const picked = {} as Pick<Of, Name> // it has all of them when the loop has ended
  for (const name of names) picked[name] = from[name]
  return picked
}
