import type { Transaction } from 'kysely'
import { packBlock } from '#server/store/engine/payload-blocks.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import type { FoundBlock, FoundPayload } from './find-payloads.ts'

const BY_EVENT_ROW = tablesWith({ withEvent: 'by row' })
const BY_EVENT_ID = tablesWith({ withEvent: 'by id' })
const WITH_BLOCKS = tablesWith({ hasBlock: true })
const SPACE = ' '.charCodeAt(0)

/**
 * Deletes the rows of what was found in a block, and overwrites it there. The places of the others in the block stay as
 * they are, so nothing else changes.
 */
export async function erasePayloads(trx: Transaction<Database>, block: FoundBlock): Promise<void> {
  for (const each of block.found) {
    if (each.table === 'event') await deleteWithEvent(trx, each)
    if (each.table === 'span_part') await deleteSegments(trx, each)
    await trx.deleteFrom(each.table).where('id', '=', each.id).execute()
  }
  if (await isEmpty(trx, block.id)) {
    await trx.deleteFrom('payload_block').where('id', '=', block.id).execute()
    return
  }
  const bytes = Buffer.from(block.bytes)
  for (const { blockOffset, blockLength } of block.found) {
    bytes.fill(SPACE, blockOffset, blockOffset + blockLength)
  }
  await trx
    .updateTable('payload_block')
    .set({ data: packBlock([bytes]) })
    .where('id', '=', block.id)
    .execute()
}

async function deleteWithEvent(trx: Transaction<Database>, { id, projectId }: FoundPayload): Promise<void> {
  const event = await trx
    .selectFrom('event')
    .select('event_id as eventId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (event === undefined) return
  for (const table of BY_EVENT_ROW) await trx.deleteFrom(table).where('event_row_id', '=', id).execute()
  for (const table of BY_EVENT_ID) {
    await trx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('event_id', '=', event.eventId)
      .execute()
  }
}

/** Segments are rows of the part's spans for lists. */
async function deleteSegments(trx: Transaction<Database>, { id, projectId }: FoundPayload): Promise<void> {
  const part = await trx
    .selectFrom('span_part')
    .select(['trace_id as traceId', 'span_ids as spanIds'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (part === undefined) return
  const hex = Buffer.from(part.spanIds).toString('hex')
  const spanIds = hex.match(/.{16}/g) ?? [] // eight bytes each
  if (spanIds.length === 0) return
  await trx
    .deleteFrom('segment')
    .where('project_id', '=', projectId)
    .where('trace_id', '=', part.traceId)
    .where('span_id', 'in', spanIds)
    .execute()
}

async function isEmpty(trx: Transaction<Database>, blockId: number): Promise<boolean> {
  for (const table of WITH_BLOCKS) {
    const row = await trx
      .selectFrom(table)
      .select('id')
      .where('block_id', '=', blockId)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return false
  }
  return true
}
