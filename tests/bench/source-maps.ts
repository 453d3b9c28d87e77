import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '#server/config/data-dir.ts'
import { compileMap } from '#server/sourcemaps/compile.ts'
import type { Store } from '#server/store/engine/store.ts'
import { replaceArtifacts } from '#server/store/sourcemaps/artifacts.ts'
import { findSources } from '#server/store/sourcemaps/find-sources.ts'
import { storeMap } from '#server/store/sourcemaps/store-map.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { createSyncReader } from '#server/store/sqlite/sync-reader.ts'
import { createSubmissionPreparer } from '#server/writer/preparer/prepare-submission.ts'
import { createSubmissionWriter } from '#server/writer/submission-writer.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { median } from '#tests/support/fill/ingest-load.ts'
import { largeMap, largeMapColumn } from '#tests/support/source-maps/large-map.ts'

/**
 * What source maps cost: a storm of one stack with its map, taking turns with the same storm without; the first look-up in
 * each of fifty maps of 13 MB; and the memory of a desk that has them, beside one that has none.
 * `node tests/bench/source-maps.ts [rounds] [maps]`
 */
const [rounds = 60, maps = 50] = process.argv.slice(2).map(Number)
const BATCH = 64
const FRAMES = 30
const SCRIPT = 'https://shop.example/assets/app-DkX7aQ2b.js'
const encoder = new TextEncoder()
let sent = 0

const directory = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'))
const compiled = compileLargeMap()
try {
  await measureStorm()
  await measureLookUps()
} finally {
  rmSync(directory, { recursive: true })
}
await measureMemory()

function compileLargeMap() {
  const { map, script } = largeMap()
  const bytes = encoder.encode(JSON.stringify(map))
  const startedAt = performance.now()
  const made = compileMap(bytes, encoder.encode(script))
  if ('refusal' in made) throw new Error(made.refusal)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`map of ${(bytes.length / 1e6).toFixed(1)} MB, compiled in ${seconds.toFixed(1)} s`)
  return made
}

async function measureStorm(): Promise<void> {
  const sides = { with: await openSide('with', 1), without: await openSide('without', 0) }
  const micros = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const side of ['with', 'without'] as const) {
      const perEvent = sides[side].write()
      if (round >= 5) micros[side].push(perEvent)
    }
  }
  const ratios = micros.with.map((cost, round) => (micros.without[round] ?? cost) / cost)
  console.log(
    `storm: ${median(micros.with).toFixed(0)} µs an event with its map, ${median(micros.without).toFixed(0)} without; ` +
      `ingest with maps is ${median(ratios).toFixed(3)} of without`,
  )
  const different = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < 20; round++) {
    for (const side of ['with', 'without'] as const) different[side].push(sides[side].write(round * BATCH))
  }
  console.log(
    `${20 * BATCH} different stacks: ${median(different.with).toFixed(0)} µs with, ${median(different.without).toFixed(0)} without`,
  )
  for (const side of Object.values(sides)) await side.close()
}

/** A database, and what a preparer's and the writer's thread do, in this one. */
async function openSide(name: string, mapCount: number) {
  const file = join(directory, `${name}.sqlite`)
  const store = await openSqliteStore({ file })
  await fillMaps(store, mapCount)
  const connection = openConnection(file)
  const newEventId = () => '0'.repeat(32)
  const prepare = createSubmissionPreparer(connection, { newEventId })
  const write = createSubmissionWriter(connection, { newEventId, attachments: join(directory, name) })
  return {
    /** Microseconds of processor time for one event; from `firstStack` on, each has a stack of its own. */
    write(firstStack?: number): number {
      const envelopes = Array.from({ length: BATCH }, (_, index) => ({
        ...{ projectId: 1, keyId: 1, receivedAt: Date.now() },
        body: anEnvelope(0, firstStack === undefined ? 0 : firstStack + index),
      }))
      const before = process.cpuUsage()
      const [result] = write([{ envelopes, refused: [], prepared: prepare(envelopes) }])
      const { user, system } = process.cpuUsage(before)
      if (result?.results.some(({ status }) => status !== 200)) throw new Error('Cannot trust the run')
      return (user + system) / BATCH
    },
    async close() {
      connection.close()
      await store.close()
    },
  }
}

async function measureLookUps(): Promise<void> {
  const file = join(directory, 'look-ups.sqlite')
  const store = await openSqliteStore({ file })
  await fillMaps(store, maps)
  await store.close()
  const connection = openConnection(file, { readOnly: true })
  const reader = createSyncReader(connection)
  const ms = Array.from({ length: maps }, (_, index) => {
    const frame = { abs_path: SCRIPT, in_app: true, lineno: 1, colno: largeMapColumn(17 * index, index) }
    const event = { projectId: 1, debug_images: [imageOf(index)] }
    const startedAt = performance.now()
    const { sources } = reader.answer(findSources(reader.db, event, [frame]))
    const elapsed = performance.now() - startedAt
    if (sources.some((source) => 'reason' in source)) throw new Error('Cannot trust the run: no source')
    return elapsed
  })
  connection.close()
  console.log(
    `first look-up in each of ${maps} maps: median ${median(ms).toFixed(2)} ms, at most ${Math.max(...ms).toFixed(2)}`,
  )
}

/** Both get the same events, one for each map and ten more of each. */
async function measureMemory(): Promise<void> {
  const start = (dataDir?: string) =>
    startDesk({ env: { TELEMETRY_ADAPTER: 'none' }, ...(dataDir === undefined ? {} : { dataDir }) })
  const first = { with: await start(), without: await start() }
  const desks: Record<'with' | 'without', DeskProcess> = first
  for (const side of ['with', 'without'] as const) {
    await first[side].stop()
    const store = await openSqliteStore({ file: databaseFile(first[side].dataDir) })
    if (side === 'with') await fillMaps(store, maps)
    await store.close()
    desks[side] = await start(first[side].dataDir)
  }
  const readings = { with: [] as number[], without: [] as number[] }
  const keys = { with: await addProject(desks.with), without: await addProject(desks.without) }
  for (let round = 0; round < 11; round++) {
    for (const side of ['with', 'without'] as const) {
      for (let map = 0; map < maps; map++) await send(desks[side], keys[side], anEnvelope(map, map))
      readings[side].push(residentMb(desks[side].pid))
    }
  }
  const last = (side: 'with' | 'without') => median(readings[side].slice(-5))
  console.log(
    `memory: ${last('with').toFixed(0)} MB with ${maps} maps, ${last('without').toFixed(0)} MB without; ` +
      `${(last('with') - last('without')).toFixed(0)} MB more`,
  )
  for (const desk of Object.values(desks)) {
    await desk.stop()
    await removeData(desk)
  }
}

/** The key of project 1, which has the maps. */
async function addProject(desk: DeskProcess): Promise<string> {
  const projects = JSON.parse(await desk.cli('project', 'list', '--json'))
  return new URL(projects[0].dsn).username
}

async function send(desk: DeskProcess, key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const url = `${desk.url}/api/1/envelope/?sentry_version=7&sentry_key=${key}`
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
  if (!answer.ok) throw new Error(`Cannot send: ${answer.status} ${await answer.text()}`)
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The same mappings each time, and sources of which each differs from those of the other maps. */
async function fillMaps(store: Store, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const sources = compiled.sources.map(({ path, text }) => ({ path, text: `${text}\n// build ${index}` }))
    const mapId = await storeMap(store, {
      hash: `map ${index}`,
      map: { ...compiled, sources },
      now: Date.now(),
    })
    const checksum = String(index).padStart(40, '0')
    const artifact = {
      ...{ project_id: 1, checksum, kind: 'map', url: `${SCRIPT}.map`, debug_id: idOf(index), map_url: null },
      ...{ release: null, dist: null, map_id: mapId, refusal: null, created_at: Date.now() },
    }
    await store.write((trx) => replaceArtifacts(trx, { projectId: 1, checksum }, [artifact]))
  }
}

function idOf(map: number): string {
  return `00000000-0000-4000-8000-${String(map).padStart(12, '0')}`
}

function imageOf(map: number) {
  return { type: 'sourcemap' as const, code_file: SCRIPT, debug_id: idOf(map) }
}

function anEnvelope(map: number, stack: number): Uint8Array<ArrayBuffer> {
  const frames = Array.from({ length: FRAMES }, (_, index) => ({
    ...{ function: 'b', filename: SCRIPT, abs_path: SCRIPT, in_app: true },
    ...{ lineno: 1, colno: largeMapColumn(((index + 1) * 31 + stack * 7) % 1_000, (stack * 3) % 250) },
  }))
  const event = {
    event_id: (++sent).toString(16).padStart(32, '0'),
    platform: 'javascript',
    release: 'shop@1.4.2',
    environment: 'production',
    exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames } }] },
    debug_meta: { images: [imageOf(map)] },
    breadcrumbs: Array.from({ length: 20 }, (_, index) => ({
      ...{ timestamp: 1_700_000_000 + index, category: 'fetch', message: `GET /api/cart/${index}` },
    })),
    request: { url: 'https://shop.example/cart', headers: { 'User-Agent': 'Mozilla/5.0 Chrome/142.0' } },
    user: { id: String(sent % 500) },
  }
  return encoder.encode(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
}
