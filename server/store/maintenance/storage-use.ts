import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export type StorageCategory = keyof typeof ROW_BYTES

export interface StorageUse {
  projectId: number
  projectSlug: string
  category: StorageCategory
  /** Spans, not the parts that they lie in. */
  quantity: number
  /** About so many on the disk, with indexes. */
  bytes: number
}

/**
 * What one takes beside its payload, with its share of the indexes: of events as SQLite's dbstat says for a million, of
 * the others as their columns and indexes add up.
 */
const ROW_BYTES = {
  events: 355,
  spans: 25,
  segments: 230,
  logs: 250,
  metrics: 220,
  attachments: 320,
  feedback: 600,
  check_ins: 260,
  sessions: 260,
} as const

/** Blocks fill their pages less than whole; likewise measured. */
const BLOCK_MARGIN = 1.2
/** Files are stored as they came; all else is compressed in blocks. */
const UNCOMPRESSED: ReadonlySet<string> = new Set(['attachments'])
/** The newest blocks stand for all. */
const SAMPLED_BLOCKS = 64

/**
 * Lists what every project stores, the largest first, without what is not there. It reads a few rows, however much is
 * stored.
 */
export async function listStorageUse(db: Kysely<Database>, projectSlug?: string): Promise<StorageUse[]> {
  const rows = await db
    .selectFrom('storage_use')
    .innerJoin('project', 'project.id', 'storage_use.project_id')
    .select([
      'project.id as projectId',
      'project.slug as projectSlug',
      'storage_use.category',
      'storage_use.quantity',
      'storage_use.payload_bytes as payloadBytes',
    ])
    .where('storage_use.quantity', '>', 0)
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .execute()
  const ratio = rows.length === 0 ? 1 : await readCompressionRatio(db)
  return rows
    .flatMap(({ category, payloadBytes, ...row }): StorageUse[] => {
      if (!isCategory(category)) return [] // of a newer program
      const payload = payloadBytes * (UNCOMPRESSED.has(category) ? 1 : ratio)
      return [{ ...row, category, bytes: Math.round(row.quantity * ROW_BYTES[category] + payload) }]
    })
    .toSorted((a, b) => b.bytes - a.bytes)
}

function isCategory(category: string): category is StorageCategory {
  return Object.hasOwn(ROW_BYTES, category)
}

async function readCompressionRatio(db: Kysely<Database>): Promise<number> {
  const { packed, unpacked } = await db
    .selectFrom((from) =>
      from
        .selectFrom('payload_block')
        .select(({ fn }) => ['size_bytes', fn<number>('length', ['data']).as('packed_bytes')])
        .orderBy('id', 'desc')
        .limit(SAMPLED_BLOCKS)
        .as('newest'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('packed_bytes').as('packed'),
      fn.sum<number | null>('size_bytes').as('unpacked'),
    ])
    .executeTakeFirstOrThrow()
  return packed && unpacked ? (packed / unpacked) * BLOCK_MARGIN : 1
}
