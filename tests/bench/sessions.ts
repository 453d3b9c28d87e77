import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import { createSession, createViewerFinder } from '#server/accounts/sessions.ts'
import { createSignIn } from '#server/accounts/sign-in.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

/**
 * Processor time of checking a session, which each page pays, and of signing in beside the hash, among a thousand accounts.
 * Hashes are computed by other threads, whose time is not counted; those of most accounts cost next to nothing. After a whole
 * one, this thread has waited, and whatever it does then takes about twice as long: after a pause without a hash as well,
 * which is measured for that. What calling the hash and waking up after it takes of this thread is measured beside. The store is a file, as a desk's is, and its log has been written
 * through once: from then on SQLite writes over it, while a log that grows costs the file system twice as much for each commit.
 * Half of the sign-ins take less than the median, which one collection of garbage does not move.
 * `node tests/bench/sessions.ts [checks] [sign-ins]`
 */
const [checks = 5_000, signIns = 400] = process.argv.slice(2).map(Number)
const PASSWORD = 'a long enough password'
const ACCOUNTS = 1_000
const WITH_WHOLE_HASH = 100
/** About as long as a whole hash takes. */
const PAUSE_MS = 25
let now = Date.UTC(2026, 10, 25)

const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-bench-'))
const store = await openSqliteStore({ file: join(directory, 'desk.sqlite') })
try {
  const wholeHash = await hashPassword(PASSWORD)
  const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const emailOf = (count: number) => `user${count}@example.com`
  const ownerOf = (count: number) => `owner${count}@example.com`
  const sessions = await store.write(async (trx) => {
    const made: string[] = []
    for (let count = 0; count < ACCOUNTS; count++) {
      const role = count % 2 === 0 ? 'owner' : 'member'
      const account = { email: emailOf(count), passwordHash, role, createdAt: now } as const // a role
      const accountId = (await insertAccount(trx, account)) ?? 0
      const start = { accountId, now, random: randomBytes, ip: '10.0.0.1', userAgent: 'bench' }
      made.push(await createSession(trx, start))
    }
    for (let count = 0; count < WITH_WHOLE_HASH; count++)
      await insertAccount(trx, {
        email: ownerOf(count),
        passwordHash: wholeHash,
        role: 'owner',
        createdAt: now,
      })
    return made
  })
  const findViewer = createViewerFinder(store, () => now)

  async function measure(name: string, times: number, run: (count: number) => Promise<unknown>) {
    for (let count = 0; count < times / 2; count++) await run(count) // what is compiled now is not measured
    const before = cpuMs()
    for (let count = 0; count < times; count++) await run(count)
    console.log(`${name}: ${((cpuMs() - before) / times).toFixed(3)} ms of processor time each`)
  }

  /** Measures runs and hashes in turns; the hash alone says how much of a run is calling it. */
  async function measureBeside(
    hashed: string,
    name: string,
    times: number,
    run: (count: number) => Promise<unknown>,
  ) {
    const [all, ofHash]: [number[], number[]] = [[], []]
    for (let count = -Math.floor(times / 2); count < times; count++) {
      const before = cpuMs()
      await run(Math.abs(count))
      const between = cpuMs()
      await verify(hashed, PASSWORD)
      if (count < 0) continue
      all.push(between - before)
      ofHash.push(cpuMs() - between)
    }
    const [mean, median] = [meanOf(all), medianOf(all)]
    const call = `calling the hash takes ${meanOf(ofHash).toFixed(3)} (${medianOf(ofHash).toFixed(3)}) of it`
    console.log(
      `${name}: ${mean.toFixed(3)} ms of processor time each (median ${median.toFixed(3)}); ${call}`,
    )
  }

  async function measureAfterPause(name: string, times: number, run: (count: number) => Promise<unknown>) {
    const all: number[] = []
    for (let count = -Math.floor(times / 2); count < times; count++) {
      await pause(PAUSE_MS)
      const before = cpuMs()
      await run(Math.abs(count))
      if (count >= 0) all.push(cpuMs() - before)
    }
    const [mean, median] = [meanOf(all), medianOf(all)]
    console.log(`${name}: ${mean.toFixed(3)} ms of processor time each (median ${median.toFixed(3)})`)
  }

  // What was read is remembered for a second.
  const anew = (cookie: string | undefined) => {
    now += 1_001
    return findViewer(cookie)
  }
  const [ofOwner, ofMember] = sessions
  await measure('a session that is remembered', checks, () => findViewer(ofOwner))
  await measure("a session that is read, an owner's", checks, () => anew(ofOwner))
  await measure("a session that is read, a member's", checks, () => anew(ofMember))
  await measure('a session that is none', checks, () => anew('x'.repeat(43)))

  const throttle = createThrottle(randomBytes)
  const clock = () => now
  const publicUrl = 'https://desk.example'
  const cookies = { cookies: {}, setCookie: () => undefined }
  const memory = createBrowserMemory({ rows: createOwnRows(clock), random: randomBytes, ...cookies })
  // Longer than SQLite lets it get, so that it grows no more.
  await writeOver(join(directory, 'desk.sqlite'), 40_000_000)
  const signIn = (count: number, email: string, password: string) => {
    const request = {
      ip: `10.${count % 200}.${count >> 8}.7`,
      userAgent: 'bench',
      cookie: undefined,
      device: undefined,
    }
    const context = { store, throttle, clock, random: systemRandom, request, memory, publicUrl }
    now += 100_000
    return createSignIn({ ...context, setCookie() {}, setDeviceCookie() {} }).signIn(email, password)
  }
  const of = (count: number) => emailOf(count % ACCOUNTS)
  await measureBeside(passwordHash, 'signing in', signIns, (count) => signIn(count, of(count), PASSWORD))
  await measure('a wrong password', signIns, (count) => signIn(count, of(count), 'wrong'))
  await measureBeside(wholeHash, 'signing in, after a whole hash', signIns / 4, (count) =>
    signIn(count, ownerOf(count % WITH_WHOLE_HASH), PASSWORD),
  )
  await measureAfterPause('signing in, after a pause without a hash', signIns / 4, (count) =>
    signIn(count, of(count), PASSWORD),
  )
  await measureBeside(wholeHash, 'an unknown address, after a whole hash', signIns / 4, (count) =>
    signIn(count, `nobody${count}@example.com`, PASSWORD),
  )
} finally {
  await store.close()
  await rm(directory, { recursive: true })
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}

/** Fills the log with so many bytes and moves them into the database: the next commit begins at the log's start. */
async function writeOver(file: string, bytes: number): Promise<void> {
  const connection = openConnection(file)
  try {
    connection.exec('create table filler (data blob)')
    const insert = connection.prepare('insert into filler values (zeroblob(1000000))')
    for (let written = 0; written < bytes; written += 1_000_000) insert.run()
    connection.exec('drop table filler')
    connection.exec('pragma wal_checkpoint(restart)')
  } finally {
    connection.close()
  }
}
