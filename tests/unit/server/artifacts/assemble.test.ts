import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import type { ReadyJob } from '#server/artifacts/assemble-job.ts'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import { answer } from '#server/store/engine/asking.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findBundle, listArtifactsByDebugId, listArtifactsByUrl } from '#server/store/sourcemaps/artifacts.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const MAP = JSON.stringify({
  version: 3,
  sources: ['cart.ts'],
  sourcesContent: ['pay()'],
  names: [],
  mappings: 'AAAA',
})

const DEBUG_ID = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'

let store: Store
let folder: string

beforeEach(async () => {
  store = await openTestStore('sqlite')
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-uploads-'))
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const manifest = (files: object) => ({ 'manifest.json': strToU8(JSON.stringify({ files })) })
const mapEntry = (name: string) => ({ [name]: { type: 'source_map', url: '~/app.js.map', headers: {} } })

async function assembled(
  bundle: Uint8Array,
  { space, ...more }: Partial<ReadyJob> & { space?: SourceMapSpace } = {},
) {
  const archive = join(folder, 'one.bundle')
  writeFileSync(archive, bundle)
  const checksum = createHash('sha1').update(bundle).digest('hex')
  const job = {
    from: { archive },
    ...{ projectIds: [1], checksum, now: 1_790_000_000_000 },
    ...{ release: 'shop@1.4.2', dist: null, tool: 'test' },
    ...more,
  }
  await assemble(store, job, space)
  const { state, detail } = (await findBundle(store.db, 1, job.checksum)) ?? {}
  return { state, detail }
}

/** Changes what the end of a zip says: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.16 */
function withFileCount(zip: Uint8Array, count: number): Uint8Array {
  const end = new DataView(zip.buffer, zip.byteOffset + zip.length - 22, 22)
  end.setUint16(8, count, true)
  end.setUint16(10, count, true)
  return zip
}

describe('assemble()', () => {
  it('registers the files of a bundle', async () => {
    const files = { 'files/app.js.map': strToU8(MAP), ...manifest(mapEntry('files/app.js.map')) }
    expect(await assembled(zipSync(files))).toEqual({ state: 'ok', detail: null })
    const [map] = await answer(store.db, listArtifactsByUrl(store.db, 1, ['~/app.js.map']))
    expect(map).toMatchObject({
      kind: 'map',
      release: 'shop@1.4.2',
      map_id: expect.any(Number),
      refusal: null,
    })
  })

  it('compiles the same map once, and finds the debug id in it each time', async () => {
    const map = JSON.stringify({ ...JSON.parse(MAP), debug_id: DEBUG_ID.toUpperCase() })
    const files = { 'files/app.js.map': strToU8(map), ...manifest(mapEntry('files/app.js.map')) }
    await assembled(zipSync(files))
    await assembled(zipSync({ ...files, 'files/more.txt': strToU8('other') }))
    const maps = await store.db.selectFrom('source_map').select('id').execute()
    expect(maps).toHaveLength(1)
    const artifacts = await answer(store.db, listArtifactsByUrl(store.db, 1, ['~/app.js.map']))
    expect(artifacts.map(({ debug_id }) => debug_id)).toEqual([DEBUG_ID, DEBUG_ID])
  })

  it('registers every debug id that a script and its map have', async () => {
    const other = '11111111-0b7d-4e5f-9c61-2d3e4f5a6b7c'
    const script = `e._sentryDebugIds[n]="${other}"\npay()\n//# debugId=${DEBUG_ID}\n`
    const headers = { 'debug-id': DEBUG_ID, sourcemap: 'app.js.map' }
    const files = {
      'app.js': strToU8(script),
      'app.js.map': strToU8(MAP),
      ...manifest({
        'app.js': { type: 'minified_source', url: '~/app.js', headers },
        'app.js.map': { type: 'source_map', url: '~/app.js.map', headers },
      }),
    }
    await assembled(zipSync(files))
    for (const id of [DEBUG_ID, other]) {
      const found = await answer(store.db, listArtifactsByDebugId(store.db, 1, id))
      expect(found.map(({ kind }) => kind).sort()).toEqual(['map', 'script'])
    }
  })

  it('says which map cannot be used, and takes the others', async () => {
    const files = {
      'a.map': strToU8('{'),
      'b.map': strToU8(MAP),
      ...manifest({ ...mapEntry('a.map'), 'b.map': { type: 'source_map', url: '~/b.js.map' } }),
    }
    expect(await assembled(zipSync(files))).toEqual({
      state: 'ok',
      detail: 'Cannot use ~/app.js.map: its JSON ends early or is invalid',
    })
  })

  it.each([
    [
      { projectBytes: 1, totalBytes: 2 ** 30 },
      'its maps take more than the maps of a project may. SOURCE_MAPS_PROJECT_MIB is 0: raise it, or upload fewer or smaller maps',
    ],
    [
      { projectBytes: 2 ** 30, totalBytes: 1 },
      'its maps take more than all source maps may. SOURCE_MAPS_TOTAL_MIB is 0: raise it, or upload fewer or smaller maps',
    ],
  ])('refuses a bundle whose maps take more than %j, and keeps nothing of it', async (space, refusal) => {
    const files = { 'files/app.js.map': strToU8(MAP), ...manifest(mapEntry('files/app.js.map')) }
    const detail = `Cannot use the bundle: ${refusal}`
    expect(await assembled(zipSync(files), { space })).toEqual({ state: 'error', detail })
    expect(await store.db.selectFrom('source_map').select('id').execute()).toEqual([])
    expect(await answer(store.db, listArtifactsByUrl(store.db, 1, ['~/app.js.map']))).toEqual([])
  })

  it.each<[string, () => Uint8Array, string]>([
    ['no zip', () => strToU8('SYSB but nothing else'), 'it is not a zip archive'],
    ['a zip without a manifest', () => zipSync({ 'app.js': strToU8('x') }), 'it has no manifest.json'],
    [
      'a manifest that is no JSON',
      () => zipSync({ 'manifest.json': strToU8('{') }),
      'its manifest.json is not JSON',
    ],
    [
      'a manifest without files',
      () => zipSync({ 'manifest.json': strToU8('{}') }),
      'its manifest.json has no files',
    ],
    [
      'a file that unpacks to 1,000 times its size',
      () => zipSync({ bomb: new Uint8Array(8_000_000), ...manifest(mapEntry('bomb')) }),
      '"bomb" unpacks to more than 200 times its size',
    ],
    [
      'a map of more than 64 MiB',
      () =>
        zipSync(
          { large: new Uint8Array(64 * 1024 * 1024 + 1), ...manifest(mapEntry('large')) },
          { level: 0 },
        ),
      '"large" is larger than 67108864 bytes',
    ],
    [
      '10,001 files',
      () => withFileCount(zipSync({ a: new Uint8Array() }), 10_001),
      'it has more than 10000 files',
    ],
  ])('refuses %s', async (_, bundle, reason) => {
    expect(await assembled(bundle())).toEqual({ state: 'error', detail: `Cannot use the bundle: ${reason}` })
    expect(await store.db.selectFrom('artifact').select('id').execute()).toEqual([])
  })

  it('never uses a name of the archive as a path', async () => {
    const name = '../../../../tmp/crumbtrail-escaped.map'
    const files = { [name]: strToU8(MAP), ...manifest(mapEntry(name)) }
    expect(await assembled(zipSync(files))).toEqual({
      state: 'error',
      detail: 'Cannot use the bundle: its directory of files cannot be read',
    })
    expect(existsSync('/tmp/crumbtrail-escaped.map')).toBe(false)
  })
})
