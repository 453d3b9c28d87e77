import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '../processing/event.ts'
import type { Database } from './schema.ts'

/** A block is closed once it holds either: what one read unpacks stays small. */
export const BLOCK_EVENTS = 16
export const BLOCK_BYTES = 256 * 1024

/** Where a payload lies: `blockLength` bytes at `blockOffset` of the unpacked block. */
export interface PayloadPlace {
  blockId: number
  blockOffset: number
  blockLength: number
}

const unpack = promisify(zstdDecompress)

export function packBlock(payloads: readonly Uint8Array[]): Uint8Array {
  // Level 1: compression is what bounds the writer, and higher levels gain a few percent at twice the time.
  return zstdCompressSync(Buffer.concat(payloads), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

export async function getPayload(db: Kysely<Database>, place: PayloadPlace): Promise<NormalizedEvent> {
  const { blockId, blockOffset, blockLength } = place
  const block = await db
    .selectFrom('payload_block')
    .select('data')
    .where('id', '=', blockId)
    .executeTakeFirstOrThrow(() => new Error(`Cannot read event payload: block ${blockId} is missing`))
  const bytes = await unpack(block.data)
  if (blockOffset + blockLength > bytes.length) {
    throw new Error(`Cannot read event payload: block ${blockId} is shorter than the event's place in it`)
  }
  const text = bytes.toString('utf8', blockOffset, blockOffset + blockLength)
  return JSON.parse(text) as NormalizedEvent // written by our own writer, which normalized it
}
