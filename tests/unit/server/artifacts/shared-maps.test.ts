import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import { type Assembler, createAssembler } from '#server/artifacts/assembler.ts'
import { createChunks } from '#server/artifacts/chunks.ts'
import { releaseBuild } from '#server/processing/source-maps/builds.ts'
import { DEFAULT_SOURCE_MAP_SPACE } from '#server/protocol/limits.ts'
import type { CompiledMap } from '#server/sourcemaps/compile.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createRowLeases } from '#server/store/postgres/memory/leases.ts'
import { deleteIdleArtifacts } from '#server/store/sourcemaps/artifacts.ts'
import { deleteBundle } from '#server/store/sourcemaps/bundles.ts'
import {
  deleteUnusedMaps,
  findMapId,
  MapGoneError,
  settleMaps,
} from '#server/store/sourcemaps/settled-maps.ts'
import { storeMap } from '#server/store/sourcemaps/store-map.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'
import { openSharedStores, type SharedStores } from '#tests/support/postgres/shared-stores.ts'

const NOW = 1_790_000_000_000
const DAY_MS = 86_400_000

let folder: string
let shared: SharedStores
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-shared-maps-'))
  shared = await openSharedStores()
})
afterAll(async () => {
  await shared.close()
  rmSync(folder, { recursive: true })
})

/** A bundle with these maps, whose sources no other has. */
function aBundle(names: readonly string[], more = ''): Uint8Array {
  const map = (name: string) => ({
    ...{ version: 3, names: [], mappings: 'AAAA' },
    ...{ sources: [`${name}.ts`], sourcesContent: [`${name}()`] },
  })
  const files = Object.fromEntries(
    names.map((name) => [`${name}.js.map`, { type: 'source_map', url: `~/${name}.js.map` }]),
  )
  return zipSync({
    'manifest.json': strToU8(JSON.stringify({ files })),
    'more.txt': strToU8(more),
    ...Object.fromEntries(names.map((name) => [`${name}.js.map`, strToU8(JSON.stringify(map(name)))])),
  })
}

const sha1Of = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

function jobOf(bundle: Uint8Array) {
  const checksum = sha1Of(bundle)
  const archive = join(folder, `${checksum}.zip`)
  writeFileSync(archive, bundle)
  return {
    ...{ from: { archive }, projectIds: [1], checksum, now: NOW },
    ...{ release: 'shop@1', dist: null, tool: 'test' },
  }
}

const listMaps = ({ db }: Store) =>
  db.selectFrom('source_map').select(['id', 'hash', 'size_bytes']).orderBy('id').execute()

/** The states of all uploads, and whether each map that they need is there as a whole. */
async function listUploads({ db }: Store) {
  const states = await db.selectFrom('artifact_bundle').select(['checksum', 'state', 'detail']).execute()
  const maps = await db
    .selectFrom('artifact')
    .leftJoin('source_map', 'source_map.id', 'artifact.map_id')
    .leftJoin('source_map_source', 'source_map_source.map_id', 'source_map.id')
    .leftJoin('source_text', 'source_text.id', 'source_map_source.text_id')
    .select(['source_map.hash', 'source_text.data'])
    .execute()
  const isWhole = maps.every(({ hash, data }) => /^[0-9a-f]{64}$/.test(hash ?? '') && data !== null)
  return { states: states.map(({ state, detail }) => detail ?? state), files: maps.length, isWhole }
}

describe('maps that two processes compile', () => {
  it('at the same moment are stored once, and needed by both uploads', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `both${index}`)
    const jobs = [jobOf(aBundle(names, 'of one')), jobOf(aBundle(names.toReversed(), 'of two'))] as const
    await Promise.all([assemble(shared.one, jobs[0]), assemble(shared.two, jobs[1])])
    expect(await listUploads(shared.one)).toEqual({ states: ['ok', 'ok'], files: 40, isWhole: true })
    expect(await listMaps(shared.one)).toHaveLength(20)
  })

  it('stay whole while uploads that need them come and go', async () => {
    const names = ['coming', 'going', 'staying']
    const rounds = [shared.one, shared.two].map(async (store, process) => {
      for (let round = 0; round < 6; round++) {
        const job = jobOf(aBundle(names, `${process} ${round}`))
        await assemble(store, job)
        if (round < 5) await deleteBundle(store, 1, job.checksum)
      }
    })
    await Promise.all(rounds)
    const { states, isWhole } = await listUploads(shared.one)
    expect(states.filter((state) => state !== 'ok')).toEqual([])
    expect(isWhole).toBe(true)
  })
})

describe.each(ENGINES)('a map on %s', (engine) => {
  const map: CompiledMap = { blocks: [], functions: [], sources: [{ path: 'cart.ts', text: 'pay()' }] }

  async function open() {
    const store = await openTestStore(engine)
    onTestFinished(() => store.close())
    return store
  }

  it('is not deleted before it is settled, and then only if nothing needs it', async () => {
    const store = await open()
    const mapId = await storeMap(store, { hash: 'aa', map, now: NOW })
    await deleteUnusedMaps(store)
    expect(await findMapId(store.db, 'aa')).toBeUndefined()
    expect(await listMaps(store)).toMatchObject([{ id: mapId }])
    await store.write((trx) => settleMaps(trx, new Map([['aa', mapId]])))
    expect(await findMapId(store.db, 'aa')).toBe(mapId)
    await deleteUnusedMaps(store)
    expect(await listMaps(store)).toEqual([])
  })

  it('that a process left behind is deleted after a day', async () => {
    const store = await open()
    await storeMap(store, { hash: 'aa', map, now: NOW })
    await deleteIdleArtifacts(store, NOW + DAY_MS)
    expect(await listMaps(store)).toHaveLength(1)
    await deleteIdleArtifacts(store, NOW + DAY_MS + 1)
    expect(await listMaps(store)).toEqual([])
  })

  it('gives way to the one that was settled first, and is missed if that one is gone', async () => {
    const store = await open()
    const [first, second] = [
      await storeMap(store, { hash: 'aa', map, now: NOW }),
      await storeMap(store, { hash: 'aa', map, now: NOW }),
    ]
    const settle = (mapId: number) => store.write((trx) => settleMaps(trx, new Map([['aa', mapId]])))
    expect(await settle(first)).toEqual(new Map([[first, first]]))
    expect(await settle(second)).toEqual(new Map([[second, first]]))
    expect(await listMaps(store)).toMatchObject([{ id: first, hash: 'aa' }])
    await deleteUnusedMaps(store)
    await expect(settle(first)).rejects.toThrow(MapGoneError)
  })
})

describe('an issue', () => {
  it('whose stack is noted as waiting while its maps are registered is due', async () => {
    const store = await openTestStore('postgres') // where others write meanwhile
    onTestFinished(() => store.close())
    const note = { project_id: 1, grouping_id: 1, event_row_id: 1, state: 'waiting', created_at: NOW }
    await store.write(async (trx) => {
      const issue = { project_id: 1, grouping_version: 1, grouping_key: 'a', issue_id: 1 }
      await trx
        .insertInto('issue_grouping')
        .values({ id: 1, ...issue })
        .execute()
    })
    const late = {
      ...store,
      settle: () =>
        store.write(async (trx) => {
          await trx
            .insertInto('waiting_stack')
            .values({ ...note, build: releaseBuild('shop@1', null) })
            .execute()
        }),
    }
    await assemble(late, jobOf(aBundle(['late'])))
    expect(await store.db.selectFrom('waiting_stack').select('state').execute()).toEqual([{ state: 'due' }])
  })
})

describe('an upload that both processes are asked to put together', () => {
  it('is put together by one of them, and each says that it is at work', async () => {
    const failures: unknown[] = []
    const open = (store: Store): Assembler => {
      const chunks = createChunks({ store, blobs: createFolderBlobs(folder), isShared: false })
      return createAssembler({
        ...{ store, place: shared.url, chunks, folder, space: DEFAULT_SOURCE_MAP_SPACE },
        leases: createRowLeases(store.db),
        onFailure: (thrown) => failures.push(thrown),
      })
    }
    const [one, two] = [open(shared.one), open(shared.two)]
    const job = jobOf(aBundle(['together']))
    await one.add(job)
    expect([await one.isAtWork(job.checksum), await two.isAtWork(job.checksum)]).toEqual([true, true])
    await two.add(job)
    await two.settled() // it has nothing to do
    expect(await two.isAtWork(job.checksum)).toBe(true)
    await one.settled()
    expect(await two.isAtWork(job.checksum)).toBe(false)
    const bundle = shared.one.db.selectFrom('artifact_bundle').select(['state', 'detail'])
    expect(await bundle.where('checksum', '=', job.checksum).execute()).toEqual([
      { state: 'ok', detail: null },
    ])
    expect(failures).toEqual([])
  })
})
