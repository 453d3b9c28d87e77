import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'
import { prepareQuery } from './prepared-query.ts'

/** A block is closed once it holds either: what one read unpacks stays small. */
const BLOCK_EVENTS = 16
const BLOCK_BYTES = 256 * 1024

/** Where a payload lies: `blockLength` bytes at `blockOffset` of the unpacked block. */
export interface PayloadPlace {
  blockId: number
  blockOffset: number
  blockLength: number
}

export interface PackedBlock<T> {
  sizeBytes: number
  data: Uint8Array<ArrayBuffer>
  /** Their payloads follow each other in the block. */
  members: { of: T; payloadBytes: number }[]
}

/** What is to lie in a block, and whose it is. */
export interface WithPayload<T> {
  member: T
  payload: Uint8Array
}

const unpack = promisify(zstdDecompress)

/** `most` members a block: what is read together may lie together. */
export function packBlocks<T>(all: readonly WithPayload<T>[], most: number = BLOCK_EVENTS): PackedBlock<T>[] {
  const blocks: PackedBlock<T>[] = []
  let open: WithPayload<T>[] = []
  let sizeBytes = 0
  const close = () => {
    if (open.length === 0) return
    const members = open.map(({ member, payload }) => ({ of: member, payloadBytes: payload.length }))
    blocks.push({ sizeBytes, data: packBlock(open.map(({ payload }) => payload)), members })
    open = []
    sizeBytes = 0
  }
  for (const each of all) {
    if (open.length === most || sizeBytes + each.payload.length > BLOCK_BYTES) close()
    open.push(each)
    sizeBytes += each.payload.length
  }
  close()
  return blocks
}

const BLOCKS = appendedTo('payload_block')(['size_bytes', 'data'])

export interface Placed<T> {
  of: T
  place: PayloadPlace
}

/** Stores the blocks, and gives their members in order, each with its place. */
export function* storeBlocks<T>(blocks: readonly PackedBlock<T>[]): Steps<Placed<T>[]> {
  const ids = yield* insert(
    BLOCKS,
    blocks.map(({ sizeBytes, data }) => ({ size_bytes: sizeBytes, data })),
  )
  return blocks.flatMap(({ members }, index) => placesIn(members, ids[index] ?? 0))
}

/** A place as the columns of a member's row. */
export function placeColumns({ blockId, blockOffset, blockLength }: PayloadPlace) {
  return { block_id: blockId, block_offset: blockOffset, block_length: blockLength }
}

function placesIn<T>(members: PackedBlock<T>['members'], blockId: number): Placed<T>[] {
  let end = 0
  return members.map(({ of, payloadBytes: blockLength }) => {
    const blockOffset = end
    end += blockLength
    return { of, place: { blockId, blockOffset, blockLength } }
  })
}

/** The block has a buffer of its own, which may go to another thread. */
export function packBlock(payloads: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  // Level 1: compression is what bounds the writer, and higher levels gain a few percent at twice the time.
  const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
  return new Uint8Array(zstdCompressSync(Buffer.concat(payloads), options))
}

/**
 * Unpacks here what takes a millisecond at most: another thread takes as long to begin with it, and where the
 * processors are busy ten times as long. Only a payload that is large by itself goes there.
 */
export async function getPayload(db: Kysely<Database>, place: PayloadPlace): Promise<NormalizedEvent> {
  const payload = await findPayload(db, place)
  if (payload === undefined) throw new Error(`Cannot read payload: block ${place.blockId} is missing`)
  return payload
}

/** Undefined when its event was deleted since its place was read, and its block with it. */
export async function findPayload(
  db: Kysely<Database>,
  place: PayloadPlace,
): Promise<NormalizedEvent | undefined> {
  const found = await findBlock(db, place.blockId)
  if (!found) return undefined
  const { data, sizeBytes } = found
  const block = sizeBytes <= BLOCK_BYTES ? zstdDecompressSync(data) : await unpack(data)
  return JSON.parse(textAt(block, place)) as NormalizedEvent // written by our own writer, which normalized it
}

/** Texts in the order of their places; each block is unpacked once. */
export async function listPayloadTexts(db: Kysely<Database>, places: PayloadPlace[]): Promise<string[]> {
  const ids = [...new Set(places.map(({ blockId }) => blockId))]
  const packed = await listBlocks(db, ids)
  // One after the other, each block would wait for another thread to begin with it. Here, as above, a millisecond is enough.
  const isQuick = packed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= BLOCK_BYTES
  const unpacked = isQuick
    ? packed.map(({ data }) => zstdDecompressSync(data))
    : await Promise.all(packed.map(({ data }) => unpack(data)))
  const blocks = new Map(ids.map((id, index) => [id, unpacked[index]]))
  return places.map((place) => textAt(blocks.get(place.blockId), place))
}

/** What is unpacked at once of many payloads, and kept until all of it is read. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024

/** Splits the places of many payloads, in their order, into lists that may be read at once; usually it is one. */
export function splitPlaces(places: readonly PayloadPlace[]): PayloadPlace[][] {
  const lists: PayloadPlace[][] = []
  let blocks = new Set<number>()
  let room = 0
  for (const place of places) {
    const isRead = blocks.has(place.blockId)
    const sizeBytes = Math.max(BLOCK_BYTES, place.blockLength)
    if (!isRead && sizeBytes > room) {
      lists.push([])
      blocks = new Set()
      room = Math.max(MOST_UNPACKED_BYTES, sizeBytes)
    }
    lists.at(-1)?.push(place)
    if (isRead) continue
    blocks.add(place.blockId)
    room -= sizeBytes
  }
  return lists
}

/** Lists blocks in the order of their ids, by one query, however many there are. */
async function listBlocks(db: Kysely<Database>, ids: readonly number[]): Promise<StoredBlock[]> {
  const [first] = ids
  const found =
    ids.length === 1 && first !== undefined
      ? await selectBlock(db, { blockId: first })
      : await selectBlocks(db, ids)
  const byId = new Map(found.map((block) => [block.id, block]))
  return ids.map((id) => {
    const block = byId.get(id)
    if (!block) throw new Error(`Cannot read payload: block ${id} is missing`)
    return block
  })
}

async function findBlock(db: Kysely<Database>, blockId: number) {
  const [block] = await selectBlock(db, { blockId })
  return block
}

const BLOCK_COLUMNS = ['payload_block.id', 'data', 'size_bytes as sizeBytes'] as const

interface StoredBlock {
  id: number
  data: Uint8Array
  sizeBytes: number
}

const selectBlock = prepareQuery((db, { blockId }: { blockId: number }) =>
  db.selectFrom('payload_block').select(BLOCK_COLUMNS).where('id', '=', blockId),
)

async function selectBlocks(db: Kysely<Database>, ids: readonly number[]): Promise<StoredBlock[]> {
  if (ids.length === 0) return []
  const listed = rows(JSON.stringify(ids.map((id) => [id])), { id: 'integer' })
  return db
    .selectFrom('payload_block')
    .select(BLOCK_COLUMNS)
    .where('id', 'in', (eb) => eb.selectFrom(listed.as('listed')).select('listed.id'))
    .execute()
}

function textAt(block: Buffer | undefined, { blockId, blockOffset, blockLength }: PayloadPlace): string {
  if (!block || blockOffset + blockLength > block.length) {
    throw new Error(`Cannot read payload: block ${blockId} is shorter than the payload's place in it`)
  }
  return block.toString('utf8', blockOffset, blockOffset + blockLength)
}
