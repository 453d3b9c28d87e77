import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile } from '#server/config/data-dir.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { fillMany } from '#tests/support/fill/fill-many.ts'
import { type KillPlace, placesOfCopy, placesOfFinish } from '#tests/support/move/kill-places.ts'
import { type RowSums, sumPostgresRows, sumSqliteRows } from '#tests/support/move/row-sums.ts'
import { listBlobPaths } from '#tests/support/move/seeded-desk.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'

/**
 * A large desk moves to PostgreSQL and back by the command, which is killed at fifty places on the way, or as many as you
 * say, and run again each time. At each end, the rows of all tables and the bytes of all attachments are hashed without any
 * code of the move. Ends with 1 if anything differs. `node tests/bench/move-kills.ts [events] [attachments] [kills]`
 */
const [EVENTS = 1_000_000, ATTACHMENTS = 1_000, ALL_KILLS = 50] = process.argv.slice(2).map(Number)
const desk = { events: EVENTS, attachments: ATTACHMENTS, kills: ALL_KILLS / 2 }

const beganAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-kills-'))
const server = await createOwnServer(join(folder, 'server'))
let kills = 0
let differences = 0
let compared = 0
try {
  await server.start()
  await server.query("create database crumbtrail template template0 locale 'C'")
  const url = `postgres://tests@127.0.0.1:${server.port}/crumbtrail`
  const [dataDir, back] = [join(folder, 'desk'), join(folder, 'back')]
  await fillMany({ dataDir, events: EVENTS, attachments: ATTACHMENTS })
  say('filled')
  const rows = sumSqliteRows(databaseFile(dataDir))
  const blobs = await hashFiles(dataDir)
  say(
    `${countOf(rows)} rows, ${rows.get('event')?.rows} of them events; ${blobs.size} attachments and chunks`,
  )

  await measure('to PostgreSQL', () => moveKilled(dataDir, [url]))
  compareRows('PostgreSQL', rows, await sumPostgresRows(url, [...rows.keys()]))
  compareBlobs('PostgreSQL', blobs, await hashBlobs(url, blobs))
  say('read and hashed at PostgreSQL')

  await measure('back to SQLite', () => moveKilled(back, ['--from', url]))
  compareRows('SQLite', rows, sumSqliteRows(databaseFile(back)))
  compareBlobs('SQLite', blobs, await hashFiles(back))
  say(`${kills} kills, ${compared} rows and attachments compared, ${differences} differences`)
} finally {
  await server.kill().catch(() => undefined)
  await pause(1_000) // its processes write to the folder until they notice
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function measure(way: string, move: () => Promise<void>): Promise<void> {
  const [start, before] = [performance.now(), kills]
  await move()
  say(`moved ${way} in ${((performance.now() - start) / 1_000).toFixed(0)} s, with ${kills - before} kills`)
}

/** Each run continues where the one before it was killed. */
async function moveKilled(dataDir: string, words: string[]): Promise<void> {
  for (const place of placesOfCopy(desk)) await runKilled(dataDir, place, words)
  await runWhole(dataDir, words)
  for (const place of placesOfFinish(desk)) await runKilled(dataDir, place, [...words, '--finish'])
  await runWhole(dataDir, [...words, '--finish'])
}

async function runKilled(dataDir: string, place: KillPlace, words: string[]): Promise<void> {
  const { line, text, statements } = place
  const { signal, said } = await run(dataDir, [line, text, String(statements), ...words])
  if (signal !== 'SIGKILL') throw new Error(`The move ended before ${JSON.stringify(place)}: ${said}`)
  kills++
  say(`killed after "${line}", at statement ${statements} ${text}`)
}

async function runWhole(dataDir: string, words: string[]): Promise<void> {
  const { code, signal, said } = await run(dataDir, ['', '', 'never', ...words])
  if (code !== 0) throw new Error(`Cannot move: ${signal ?? ''} ${said}`)
  say(said.split('\n').find((line) => /^(Copied|The desk moved)/.test(line)) ?? '')
}

async function run(dataDir: string, words: string[]) {
  const script = 'tests/support/move/killed-move-process.ts'
  // Without a cache, Node compiles the command for longer than a small part takes.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const child = spawn(process.execPath, [script, dataDir, ...words], { cwd: repositoryRoot, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  await once(child, 'close')
  return { code: child.exitCode, signal: child.signalCode, said }
}

/** The hash of the bytes of each attachment, by the name that it has. */
async function hashFiles(dataDir: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const path of listBlobPaths(dataDir)) {
    hashes.set(basename(path), await hashStream(createReadStream(join(dataDir, path))))
  }
  return hashes
}

async function hashBlobs(url: string, named: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const store = await openPostgresStore({ url })
  try {
    const blobs = createRowBlobs(store.db)
    const hashes = new Map<string, string>()
    for (const name of named.keys()) {
      const found = await blobs.open(name)
      if (found !== undefined) hashes.set(name, await hashStream(found.stream))
    }
    return hashes
  } finally {
    await store.close()
  }
}

async function hashStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of stream) hash.update(bytes)
  return hash.digest('hex')
}

function countOf(sums: RowSums): number {
  return [...sums.values()].reduce((all, { rows }) => all + rows, 0)
}

function compareRows(place: string, wanted: RowSums, found: RowSums): void {
  compared += countOf(wanted)
  for (const [table, { rows, sum }] of wanted) {
    const other = found.get(table)
    if (other?.rows === rows && other.sum === sum) continue
    differ(`${place}: ${table} has ${other?.rows} rows of sum ${other?.sum}, and had ${rows} of ${sum}`)
  }
}

function compareBlobs(
  place: string,
  wanted: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): void {
  compared += wanted.size
  for (const [name, hash] of wanted) {
    if (found.get(name) !== hash) differ(`${place}: the bytes of ${name} are others`)
  }
}

function differ(sentence: string): void {
  console.log(`DIFFERS  ${sentence}`)
  differences++
  process.exitCode = 1
}

function say(what: string): void {
  console.log(`${((performance.now() - beganAt) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}
