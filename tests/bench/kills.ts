import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile } from '#server/config/data-dir.ts'
import { examineDatabase } from '#server/store/sqlite/inspect-database.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { listMissing, readBlobsBeside } from '#tests/support/kills/check-store.ts'
import { listMiscounts } from '#tests/support/kills/count-store.ts'
import type { Proof } from '#tests/support/kills/deliveries.ts'
import { type Ledger, sendUntilKilled } from '#tests/support/kills/send-until-killed.ts'

/**
 * A whole desk, killed again and again under load, or while it starts: all that it answered 200 must be there, once and
 * whole, and counted. Looks after each kill at what that load sent, and at the end at everything. Ends with 1 when
 * anything is missing. `node tests/bench/kills.ts [kills] [seed]`
 */
const [kills = 25, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
/** Of the kills, those that come before the desk is ready. */
const SHARE_OF_STARTS = 0.1
const MOST_ANSWERED = 200
const SAY_EVERY = 25

const random = seededRandom(seed)
const ledger: Ledger = { next: 1, unanswered: [] }
const all: Proof[] = []
const faults: string[] = []
const startsMs: number[] = []
let killedAtStart = 0

const beganAt = performance.now()
let desk = await start()
const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Kills', '--json')) as { dsn: string } // our own CLI
const { username: publicKey, pathname } = new URL(dsn)
const projectId = Number(pathname.slice(1))
try {
  console.log(`${kills} kills, seed ${seed}`)
  for (let kill = 1; kill <= kills; kill++) {
    const acknowledged = await killUnderLoad()
    all.push(...acknowledged)
    if (random() < SHARE_OF_STARTS && kill < kills) {
      kill++
      await killAtStart()
    }
    desk = await start(desk.dataDir)
    faults.push(...(await check(acknowledged)).map((fault) => `after kill ${kill}: ${fault}`))
    if (kill % SAY_EVERY === 0) say(kill)
  }
  const file = databaseFile(desk.dataDir)
  faults.push(...(await check(all)), ...examineDatabase(file, 'whole').damages)
  say(kills)
  for (const fault of faults.slice(0, 20)) console.log(`MISSED  ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await desk.stop()
  await removeData(desk)
}

async function start(dataDir?: string): Promise<DeskProcess> {
  const startedAt = performance.now()
  const started = await startDesk(dataDir === undefined ? {} : { dataDir })
  startsMs.push(performance.now() - startedAt)
  return started
}

function killUnderLoad(): Promise<Proof[]> {
  const kill = async () => void (await desk.stop('SIGKILL'))
  const target = { url: desk.url, publicKey, projectId, kill }
  // Squared: most kills come early, while what the last one left is brought in order.
  return sendUntilKilled(target, Math.floor(random() ** 2 * MOST_ANSWERED), ledger)
}

/** At any moment until it would be ready. */
async function killAtStart(): Promise<void> {
  const delayMs = random() * Math.min(...startsMs)
  const onSpawn = async (kill: () => void) => {
    await pause(delayMs)
    kill()
  }
  const started = await startDesk({ dataDir: desk.dataDir, onSpawn }).catch(() => undefined) // it was killed
  await started?.stop('SIGKILL')
  killedAtStart++
}

/** With a connection of its own that is closed again: the next start must find a log that nobody holds. */
async function check(proofs: readonly Proof[]): Promise<string[]> {
  const file = databaseFile(desk.dataDir)
  const store = await openSqliteStore({ file })
  try {
    const checked = { db: store.db, readBlob: readBlobsBeside(file), projectId }
    return [...(await listMissing(checked, proofs)), ...(await listMiscounts(checked))]
  } finally {
    await store.close()
  }
}

function say(done: number): void {
  const sorted = startsMs.toSorted((a, b) => a - b)
  const ms = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1)
  console.log(
    `${done} kills (${killedAtStart} while it started) in ${minutes} min: ${all.length} items acknowledged, ` +
      `${ledger.unanswered.length} envelopes unanswered, ${faults.length} missing; ` +
      `restart p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, longest ${ms(1)} ms`,
  )
}
