import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { type StorageCategory, USAGE_BY_CATEGORY } from '#server/store/schema/tables.ts'

export interface StorageUse {
  projectId: number
  projectSlug: string
  /** Source maps are no arrivals: the desk adds them up (sourcemaps/bundles.ts). */
  category: StorageCategory | 'source_maps'
  /** Spans, not the parts that they lie in. */
  quantity: number
  /** About so many on the disk, with indexes. */
  bytes: number
}

/** Blocks fill their pages less than whole, as SQLite's dbstat says. */
const BLOCK_MARGIN = 1.2
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
      const usage = USAGE_BY_CATEGORY.get(category)
      if (usage === undefined) return [] // of a newer program
      const payload = payloadBytes * (usage.payload === 'file' ? 1 : ratio)
      const bytes = Math.round(row.quantity * usage.rowBytes + payload)
      return [{ ...row, category: usage.category, bytes }]
    })
    .toSorted((a, b) => b.bytes - a.bytes)
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
