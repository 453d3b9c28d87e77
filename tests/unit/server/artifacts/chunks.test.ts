import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAssembler } from '#server/artifacts/assembler.ts'
import { createChunks } from '#server/artifacts/chunks.ts'
import { DEFAULT_SOURCE_MAP_SPACE } from '#server/protocol/limits.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { openStore } from '#server/store/open-store.ts'
import { findBundle } from '#server/store/sourcemaps/artifacts.ts'
import { openPlace } from '#tests/support/blobs/each-place.ts'
import { bytesOf } from '#tests/support/blobs/sample-bytes.ts'

const NOW = 1_790_000_000_000
const DAY_MS = 86_400_000
const sha1Of = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

/** The chunks of a desk on SQLite with a folder, or on PostgreSQL with rows or a bucket. `another()` is a second desk there. */
async function open(kind: 'folder' | 'postgres' | 'noted') {
  const { place, connect } = await openPlace(kind)
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-scratch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = 'url' in place ? place.url : join(folder, 'desk.sqlite')
  async function desk() {
    const store = await openStore({ place: database })
    onTestFinished(store.close)
    const blobs = await connect()
    return { store, blobs, chunks: createChunks({ store, blobs, isShared: kind !== 'folder' }) }
  }
  return { ...(await desk()), database, folder, another: desk }
}

async function countBlobs(blobs: Blobs): Promise<number> {
  let count = 0
  for await (const page of blobs.list()) count += page.length
  return count
}

const MAP = JSON.stringify({
  version: 3,
  sources: ['a.ts'],
  sourcesContent: ['pay()'],
  names: [],
  mappings: 'AAAA',
})

function aBundle(): Uint8Array {
  const files = { 'a.map': { type: 'source_map', url: '~/a.js.map', headers: {} } }
  return zipSync(
    { 'manifest.json': strToU8(JSON.stringify({ files })), 'a.map': strToU8(MAP), rest: bytesOf(3_000_000) },
    { level: 0 },
  )
}

describe.each(['folder', 'postgres', 'noted'] as const)('chunks in a place of kind "%s"', (kind) => {
  it('are visible only to the token that sent them', async () => {
    const { chunks } = await open(kind)
    const hash = await chunks.put(7, strToU8('secret code'), NOW)
    expect(hash).toBe(sha1Of(strToU8('secret code')))
    expect(await chunks.listMissing(7, [hash, 'f'.repeat(40)])).toEqual(['f'.repeat(40)])
    expect(await chunks.listMissing(8, [hash])).toEqual([hash])
    expect(await chunks.sumSizes()).toBe(11)
  })

  it('that one desk received can be joined by another desk of the same database', async () => {
    const { database, folder, chunks, another } = await open(kind)
    const { store, chunks: same } = await another()
    const bundle = aBundle()
    const parts = [bundle.subarray(0, 2_000_000), bundle.subarray(2_000_000)]
    const hashes: string[] = []
    for (const part of parts) hashes.push(await chunks.put(7, part, NOW))
    const failures: unknown[] = []
    const assembler = createAssembler({
      ...{ store, place: database, chunks: same, folder, space: DEFAULT_SOURCE_MAP_SPACE },
      leases: createOwnLeases(),
      onFailure: (thrown) => failures.push(thrown),
    })
    const checksum = sha1Of(bundle)
    await assembler.add({
      ...{ from: { tokenId: 7, chunks: hashes }, projectIds: [1], checksum, now: NOW },
      ...{ release: 'shop@1', dist: null, tool: 'test' },
    })
    await assembler.settled()
    expect(failures).toEqual([])
    expect(await findBundle(store.db, 1, checksum)).toMatchObject({ state: 'ok', detail: null })
    expect(await chunks.listMissing(7, hashes)).toEqual(hashes)
    expect(existsSync(join(folder, `${checksum}.bundle`))).toBe(false)
  })

  it('are joined in order, one of them twice', async () => {
    const { chunks, folder } = await open(kind)
    const [one, two] = [bytesOf(100), bytesOf(2_000_000)]
    const hashes = [await chunks.put(7, one, NOW), await chunks.put(7, two, NOW)]
    const whole = Buffer.concat([one, two, one])
    const path = join(folder, 'whole')
    const upload = { tokenId: 7, chunks: [...hashes, hashes[0] ?? ''] }
    expect(await chunks.join({ ...upload, checksum: sha1Of(whole) }, path)).toBeUndefined()
    expect(readFileSync(path).equals(whole)).toBe(true)
    expect(await chunks.join({ ...upload, checksum: 'a'.repeat(40) }, path)).toEqual({
      refusal: `its checksum is ${sha1Of(whole)} instead of ${'a'.repeat(40)}`,
    })
    expect(await chunks.join({ ...upload, tokenId: 8, checksum: sha1Of(whole) }, path)).toEqual({
      refusal: 'a part of it is missing. Upload it again',
    })
  })

  it('are deleted after a day, or when no upload needs them', async () => {
    const { chunks, blobs } = await open(kind)
    const [old, shared] = [
      await chunks.put(7, strToU8('old'), NOW),
      await chunks.put(7, strToU8('both'), NOW),
    ]
    await chunks.put(8, strToU8('both'), NOW + DAY_MS)
    await chunks.sweep(NOW + DAY_MS)
    expect(await chunks.listMissing(7, [old])).toEqual([])
    await chunks.sweep(NOW + DAY_MS + 1)
    expect(await chunks.listMissing(7, [old, shared])).toEqual([old, shared])
    expect(await chunks.listMissing(8, [shared])).toEqual([])
    // with a database, the sweep of blobs deletes the bytes
    expect(await countBlobs(blobs)).toBe(kind === 'folder' ? 1 : 2)
    await chunks.delete(8, [shared])
    expect(await countBlobs(blobs)).toBe(kind === 'folder' ? 0 : 2)
  })
})
