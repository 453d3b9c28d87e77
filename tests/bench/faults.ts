import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { listMissing } from '#tests/support/kills/check-store.ts'
import { listMiscounts } from '#tests/support/kills/count-store.ts'
import type { Proof } from '#tests/support/kills/deliveries.ts'
import { sendDuring } from '#tests/support/kills/send-during.ts'
import type { Ledger } from '#tests/support/kills/send-until-killed.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { startTcpProxy } from '#tests/support/postgres/tcp-proxy.ts'
import { fillDisk, mountSmallDisk } from '#tests/support/store/failing-disk.ts'

/**
 * Two desks on one PostgreSQL that writes to its disk, with a synchronous replica: desks, connections, the network and the
 * server fail again and again under load, and at last the primary dies and its replica takes over. As root of a Linux, the
 * server's disk is a small one in memory, which fills up as well. All that was answered 200
 * must be there, once and whole, and counted. Ends with 1 if anything is missing. `node tests/bench/faults.ts [faults] [seed]`
 */
const [faults = 20, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const MOST_MS = 1_500
const DISK_MEGABYTES = 512
const FREE_BYTES = 1024 ** 2
/** It runs for an hour beside other work. */
const READY_WITHIN_MS = 240_000

const random = seededRandom(seed)
const ledger: Ledger = { next: 1, unanswered: [] }
const all: Proof[] = []
const missed: string[] = []
const counts = new Map<string, number>()

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-faults-'))
let disk: { folder: string; unmount: () => Promise<void> } | undefined
const primary = await createOwnServer(join(folder, 'primary'), async (data) => {
  const unmount = await mountSmallDisk(data, DISK_MEGABYTES)
  chmodSync(data, 0o700) // a new file system is open to all
  disk = unmount && { folder: data, unmount }
})
await primary.start()
await primary.query("create database crumbtrail template template0 locale 'C'")
const replica = await primary.addReplica()
await primary.query("alter system set max_wal_size = '64MB'")
await primary.query('select pg_reload_conf()')
const proxy = await startTcpProxy(primary.port)
const url = `postgres://tests@127.0.0.1:${proxy.port},127.0.0.1:${replica.port}/crumbtrail`
const desks = [await start(), await start()] // the first one builds the pages
const { dsn } = JSON.parse((await desks[0]?.cli('project', 'add', 'Faults', '--json')) ?? '') as {
  dsn: string
} // our own CLI
const { username: publicKey, pathname } = new URL(dsn)
const projectId = Number(pathname.slice(1))

const KINDS: Record<string, () => Promise<void>> = {
  'a desk killed': async () => {
    const place = random() < 0.5 ? 0 : 1
    await desks[place]?.stop('SIGKILL')
    desks[place] = await start(desks[place]?.dataDir)
  },
  'connections ended': async () => {
    await primary.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crumbtrail'",
    )
  },
  'answers to commits swallowed': async () => proxy.swallowCommits(3),
  'the network cut': async () => proxy.cut(),
  'the server killed': async () => {
    await primary.kill()
    await pause(random() * 1_000)
    await primary.start()
  },
  'the server silent': async () => {
    proxy.stall(true)
    await pause(17_000)
    proxy.cut()
    proxy.stall(false)
  },
  'the disk full': async () => {
    if (disk === undefined) return
    const empty = await fillDisk(disk.folder, FREE_BYTES)
    await pause(3_000)
    await empty()
    await primary.query('select 1').catch(() => primary.start()) // It ends if it can't write its log.
  },
}

try {
  console.log(`${faults} faults, seed ${seed}`)
  const kinds = Object.entries(KINDS)
  for (let fault = 1; fault <= faults; fault++) {
    const [name, happen] = kinds[fault % kinds.length] ?? ['', async () => {}]
    await underLoad(name, happen)
    missed.push(...(await check(all.slice(-2_000))).map((sentence) => `after ${name}: ${sentence}`))
    if (fault % 10 === 0 || fault === faults) say(fault)
  }
  await underLoad('the replica takes over', async () => {
    await primary.kill()
    await replica.promote()
    proxy.cut()
    await pause(3_000)
  })
  missed.push(...(await check(all)))
  say(faults + 1)
  for (const sentence of missed.slice(0, 20)) console.log(`MISSED  ${sentence}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await Promise.all(desks.map((desk) => desk.stop('SIGKILL')))
  await Promise.all(desks.map(removeData))
  await proxy.close()
  await Promise.allSettled([primary.kill(), replica.kill()])
  await disk?.unmount()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function start(dataDir?: string): Promise<DeskProcess> {
  const options = { env: { DATABASE_URL: url }, readyWithinMs: READY_WITHIN_MS }
  return startDesk({ ...options, ...(dataDir === undefined ? {} : { dataDir }) })
}

/** The fault happens while envelopes come, and some more are stored after it. */
async function underLoad(name: string, happen: () => Promise<void>): Promise<void> {
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
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Counts follow what is stored, so they are compared when the desks have counted all. */
async function check(proofs: readonly Proof[]): Promise<string[]> {
  const store = await openPostgresStore({ url })
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

function say(done: number): void {
  const kinds = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
  console.log(
    `${done} faults (${kinds}): ${all.length} items acknowledged, ${ledger.unanswered.length} envelopes unanswered, ${missed.length} missing`,
  )
}
