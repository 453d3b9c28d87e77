import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { type TableWith, tablesWith } from '#server/store/schema/tables.ts'
import { type Identity, mayMention, mentions } from './identity.ts'

export type PayloadTable = TableWith<{ hasBlock: true }>

/** A row whose payload is about the user. */
export interface FoundPayload {
  table: PayloadTable
  id: number
  projectId: number
  blockOffset: number
  blockLength: number
  payload: unknown
}

export interface FoundBlock {
  id: number
  /** As it lies in the database, unpacked. */
  bytes: Buffer
  found: FoundPayload[]
}

export interface Searched {
  identity: Identity
  /** Of all projects where it is not given. */
  projectId?: number | undefined
}

const BLOCKS_AT_ONCE = 50
const WITH_BLOCKS = tablesWith({ hasBlock: true })
const unpack = promisify(zstdDecompress)

/**
 * Reads all blocks of payloads once, in the order of their ids, and gives those with something about the user. What it
 * unpacks, 256 KB at a time in other threads, is most of its work: some 3 ms for a thousand events.
 */
export async function* findPayloads(
  db: Kysely<Database>,
  { identity, projectId }: Searched,
): AsyncGenerator<FoundBlock, void> {
  for (let after = 0; ; ) {
    const blocks = await db
      .selectFrom('payload_block')
      .select(['id', 'data'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BLOCKS_AT_ONCE)
      .execute()
    for (const { id, data } of blocks) {
      const bytes = await unpack(data)
      if (!mayMention(bytes.toString('utf8'), identity)) continue
      const found = await findIn(db, { id, bytes, identity, projectId })
      if (found.length > 0) yield { id, bytes, found }
    }
    const last = blocks.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

type BlockSearch = Searched & { id: number; bytes: Buffer }

async function findIn(
  db: Kysely<Database>,
  { id, bytes, identity, projectId }: BlockSearch,
): Promise<FoundPayload[]> {
  const found: FoundPayload[] = []
  for (const table of WITH_BLOCKS) {
    const members = await membersOf(db, table, id)
    for (const member of members) {
      if (projectId !== undefined && member.projectId !== projectId) continue
      const text = bytes.toString('utf8', member.blockOffset, member.blockOffset + member.blockLength)
      if (!mayMention(text, identity)) continue
      const payload: unknown = JSON.parse(text)
      if (mentions(payload, identity)) found.push({ ...member, table, payload })
    }
  }
  return found
}

function membersOf(db: Kysely<Database>, table: PayloadTable, blockId: number) {
  return db
    .selectFrom(table)
    .select(['id', 'project_id as projectId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('block_id', '=', blockId)
    .orderBy('id')
    .execute()
}
