import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#server/store/engine/store.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { bundleDesk } from '#tests/support/bundle/bundle-desk.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { listMissing } from '#tests/support/kills/check-store.ts'
import { listMiscounts } from '#tests/support/kills/count-store.ts'
import type { Proof } from '#tests/support/kills/deliveries.ts'
import { listFaults } from '#tests/support/kills/postgres-faults.ts'
import { sendDuring } from '#tests/support/kills/send-during.ts'
import type { Ledger } from '#tests/support/kills/send-until-killed.ts'
import { createServerPair } from '#tests/support/postgres/servers/server-pair.ts'

/**
 * Two desks on one PostgreSQL that writes to its disk, with a synchronous replica: desks, connections, the network, the
 * server and its disk fail again and again under load, and the replica takes over again and again. As root of a Linux, each
 * server's disk is a small one, which fills up as well. All that was answered 200 must be there, once and whole, and counted:
 * after each fault what was sent last, and at the end everything. Ends with 1 if anything is missing.
 * `node tests/bench/faults.ts [faults] [seed]`
 */
const [faults = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const MOST_MS = 1_000
const DISK_MEGABYTES = 2_048
/** The latest of what was answered, which is looked for after each fault. */
const LOOKED_FOR = 300
/** It runs for an hour beside other work. */
const READY_WITHIN_MS = 240_000
const MOST_OPENINGS = 120
const MOST_SAID = 20

const random = seededRandom(seed)
const ledger: Ledger = { next: 1, unanswered: [] }
const all: Proof[] = []
const missed: string[] = []
const counts = new Map<string, number>()
const beganAt = performance.now()

const removeBundle = await bundleDesk() // desks start again and again, from it in half the time
const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-faults-'))
const servers = await createServerPair(folder, DISK_MEGABYTES)
const desks = [await start(), await start()] // the first one builds the pages
const { dsn } = JSON.parse((await desks[0]?.cli('project', 'add', 'Faults', '--json')) ?? '') as {
  dsn: string
} // our own CLI
const { username: publicKey, pathname } = new URL(dsn)
const projectId = Number(pathname.slice(1))
const kinds = listFaults({ servers, restartDesks, random })

try {
  console.log(`${faults} faults, seed ${seed}`)
  for (let fault = 1; fault <= faults; fault++) {
    const kind = kinds[fault % kinds.length]
    if (kind === undefined) continue
    await underLoad(kind.happen)
    await kind.after?.()
    counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1)
    note(kind.name, await check(all.slice(-LOOKED_FOR)))
    if (fault % 10 === 0) say(fault)
  }
  note('the end', await check(all))
  say(faults)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await Promise.all(desks.map((desk) => desk.stop('SIGKILL')))
  await Promise.all(desks.map(removeData))
  await servers.close()
  await removeBundle()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function start(dataDir?: string): Promise<DeskProcess> {
  const options = { env: { DATABASE_URL: servers.url }, readyWithinMs: READY_WITHIN_MS }
  return startDesk({ ...options, ...(dataDir === undefined ? {} : { dataDir }) })
}

async function restartDesks(places: readonly number[]): Promise<void> {
  await Promise.all(places.map((place) => desks[place]?.stop('SIGKILL')))
  await Promise.all(
    places.map(async (place) => {
      desks[place] = await start(desks[place]?.dataDir)
    }),
  )
}

/** The fault happens while envelopes come, and some more are stored after it. */
async function underLoad(happen: () => Promise<void>): Promise<void> {
  const urls = () => desks.map((desk) => desk.url)
  const proofs = await sendDuring(
    { urls, publicKey, projectId },
    async () => {
      await pause(random() * MOST_MS)
      await happen()
      await pause(random() * MOST_MS)
    },
    ledger,
  )
  all.push(...proofs)
}

/** A server whose process was killed recovers first. */
async function openWhenBack(): Promise<Store> {
  for (let tries = 1; ; tries++) {
    try {
      return await openPostgresStore({ url: servers.url })
    } catch (error) {
      if (tries === MOST_OPENINGS) throw error
      await pause(500)
    }
  }
}

/** Counts follow what is stored, so they are compared when the desks have counted all. */
async function check(proofs: readonly Proof[]): Promise<string[]> {
  const store = await openWhenBack()
  try {
    const blobs = createRowBlobs(store.db)
    const readBlob = async (sha256: string) => {
      const found = await blobs.open(sha256)
      return found === undefined ? new Uint8Array() : buffer(found.stream)
    }
    const checked = { db: store.db, readBlob, projectId }
    const missing = await listMissing(checked, proofs)
    for (let tries = 0; ; tries++) {
      const miscounts = await listMiscounts(checked)
      if (miscounts.length === 0 || tries === 100) return [...missing, ...miscounts]
      await pause(200)
    }
  } finally {
    await store.close()
  }
}

/** Said at once: what is missing later may be for the same reason. */
function note(after: string, sentences: readonly string[]): void {
  missed.push(...sentences)
  for (const sentence of sentences.slice(0, MOST_SAID)) console.log(`MISSED after ${after}: ${sentence}`)
}

function say(done: number): void {
  const kindsDone = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1)
  const { length: unanswered } = ledger.unanswered
  console.log(
    `${done} faults (${kindsDone}) in ${minutes} min: ${all.length} items acknowledged, ${unanswered} envelopes unanswered, ${missed.length} missing`,
  )
}
