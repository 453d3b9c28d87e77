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
import { type Fault, listFaults } from '#tests/support/kills/postgres-faults.ts'
import { restartDesks } from '#tests/support/kills/restarted-desks.ts'
import { sendDuring } from '#tests/support/kills/send-during.ts'
import type { Ledger } from '#tests/support/kills/send-until-killed.ts'
import { createServerPair } from '#tests/support/postgres/servers/server-pair.ts'

/**
 * Two desks on one PostgreSQL that writes to its disk, with a synchronous replica: desks, connections, the network, the
 * server and its disk fail again and again under load, and the replica takes over again and again. As root of a Linux, each
 * server's disk is a small one, which fills up as well. Desks that were killed start again while the next faults happen. All
 * that was answered 200 must be there, once and whole, and counted: after each fault what was answered during it and the one
 * before, and at the end everything. Ends with 1 if anything is missing. Two hundred faults took 24 minutes on two cores that
 * others used as well. `node tests/bench/faults.ts [faults] [seed]`
 */
const [faults = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
/** The longest load before a fault, and after it. */
const MOST_MS = 500
const DISK_MEGABYTES = 2_048
/** A start takes long beside other work. */
const READY_WITHIN_MS = 240_000
const MOST_OPENINGS = 120
const MOST_SAID = 20

const random = seededRandom(seed)
const ledger: Ledger = { next: 1, unanswered: [] }
const all: Proof[] = []
const missed: string[] = []
const times = new Map<string, number[]>()

const removeBundle = await bundleDesk() // desks start again and again, from it in half the time
const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-faults-'))
const servers = await createServerPair(folder, DISK_MEGABYTES)
const first = await start() // builds the pages
const { dsn } = JSON.parse(await first.cli('project', 'add', 'Faults', '--json')) as { dsn: string } // our own CLI
const { username: publicKey, pathname } = new URL(dsn)
const projectId = Number(pathname.slice(1))
const desks = restartDesks([first, await start()], { start, random })
const kinds = listFaults({ servers, desks, random })

const beganAt = performance.now()
try {
  console.log(`${faults} faults, seed ${seed}`)
  let before = 0
  for (const [index, kind] of inRounds(faults).entries()) {
    await desks.untilOneRuns()
    const startedAt = performance.now()
    const known = all.length
    await underLoad(kind.happen)
    await kind.after?.()
    await desks.untilOneRuns() // one that counts
    note(kind.name, await check(all.slice(before)))
    before = known
    times.set(kind.name, [...(times.get(kind.name) ?? []), performance.now() - startedAt])
    if ((index + 1) % 10 === 0) say(index + 1)
  }
  await desks.untilAllRun()
  note('the end', await check(all))
  say(faults)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await Promise.all((await desks.close()).map(removeData))
  await servers.close()
  await removeBundle()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function start(dataDir?: string): Promise<DeskProcess> {
  const options = { env: { DATABASE_URL: servers.url }, readyWithinMs: READY_WITHIN_MS }
  return startDesk({ ...options, ...(dataDir === undefined ? {} : { dataDir }) })
}

/** All kinds in turn, except that those that take long are left out of most rounds. */
function inRounds(quantity: number): Fault[] {
  const listed: Fault[] = []
  for (let round = 0; listed.length < quantity; round++) {
    listed.push(...kinds.filter(({ rounds = 1 }) => round % rounds === 0))
  }
  return listed.slice(0, quantity)
}

/** The fault happens while envelopes come, and some more are stored after it. */
async function underLoad(happen: () => Promise<void>): Promise<void> {
  const proofs = await sendDuring(
    { urls: desks.urls, publicKey, projectId },
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
  const seconds = (ms: readonly number[]) => (ms.reduce((sum, each) => sum + each, 0) / 1_000).toFixed(0)
  const kindsDone = [...times].map(([name, ms]) => `${ms.length} × ${name} in ${seconds(ms)} s`).join(', ')
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1)
  const { length: unanswered } = ledger.unanswered
  console.log(
    `${done} faults (${kindsDone}) in ${minutes} min: ${all.length} items acknowledged, ${unanswered} envelopes unanswered, ${missed.length} missing`,
  )
}
