import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, watch } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { attachmentFolder, attachmentPath } from '#server/store/maintenance/attachment-files.ts'
import { examineDatabase } from '#server/store/sqlite/inspect-database.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { findBundled } from '#tests/support/bundle/bundled-script.ts'
import { compileCache, repositoryRoot, runMain, startDesk } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { listMissing, readBlobsBeside } from '#tests/support/kills/check-store.ts'
import { listMiscounts } from '#tests/support/kills/count-store.ts'
import type { Proof } from '#tests/support/kills/deliveries.ts'
import { type Ledger, sendUntilKilled } from '#tests/support/kills/send-until-killed.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { type ChildServer, startChildServer } from '#tests/support/servers/child-server.ts'
import { aMinifiedError, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const EVENTS = doseOf('eventsAroundKill')
const SENDERS = 50

async function aFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'desk.sqlite')
}

async function start(file: string): Promise<ChildServer> {
  const server = await startChildServer('ingest-server.ts', [file])
  onTestFinished(() => server.kill())
  return server
}

/** Sends every event once; gives the ids that were answered 200. `onAnswer` hears how many there are. */
async function sendAll(
  server: ChildServer,
  onAnswer: (answered: number) => void = () => {},
): Promise<Set<string>> {
  const answered = new Set<string>()
  const numbers = Array.from({ length: EVENTS }, (_, number) => number).values()
  const sender = async () => {
    for (const number of numbers) {
      const eventId = anEventId(number)
      const response = await fetch(`${server.url}/api/1/envelope/?sentry_key=${server.publicKey}`, {
        method: 'POST',
        body: sampleEnvelope(number, eventId),
      }).catch(() => undefined) // it was killed
      if (response?.status !== 200) continue
      expect(await response.json().catch(() => ({ id: eventId }))).toEqual({ id: eventId })
      answered.add(eventId)
      onAnswer(answered.size)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return answered
}

async function checkStore(store: Store) {
  const rows = await store.db
    .selectFrom('event')
    .select(['event_id', 'block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .execute()
  for (const row of rows) {
    const payload = await getPayload(store.db, row)
    expect(payload.event_id).toBe(row.event_id)
  }
  const sums = await store.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('issue')
        .select((of) => of.fn.sum<number>('event_count').as('n'))
        .as('byIssue'),
      eb
        .selectFrom('issue_hour')
        .select((of) => of.fn.sum<number>('event_count').as('n'))
        .as('byHour'),
      eb
        .selectFrom('outcome')
        .select((of) => of.fn.sum<number>('quantity').as('n'))
        .where('outcome', '=', 'accepted')
        .as('byOutcome'),
    ])
    .executeTakeFirstOrThrow()
  expect(sums).toEqual({ byIssue: rows.length, byHour: rows.length, byOutcome: rows.length })
  return rows.map(({ event_id }) => event_id)
}

describe('a process that is killed in the middle of it', () => {
  it('has every event that it answered 200, once and whole', async () => {
    const file = await aFile()
    const first = await start(file)
    const answered = await sendAll(first, (count) => {
      if (count === EVENTS * 0.35) void first.kill()
    })
    expect(answered.size).toBeGreaterThanOrEqual(EVENTS * 0.35)
    expect(answered.size).toBeLessThan(EVENTS)

    const second = await start(file)
    const store = await openSqliteStore({ file })
    onTestFinished(() => store.close())
    const stored = await checkStore(store)
    expect(new Set(stored).size).toBe(stored.length)
    expect([...answered].filter((eventId) => !stored.includes(eventId))).toEqual([])

    // A sender that does not know what arrived may send everything again.
    expect((await sendAll(second)).size).toBe(EVENTS)
    expect(await checkStore(store)).toHaveLength(EVENTS)
    await second.stop()
    expect(second.process.exitCode).toBe(0)
  }, 180_000)
})

describe('a backup that is killed', () => {
  it('leaves nothing behind the next backup, or the next start of its desk', async () => {
    const dataDir = dirname(await aFile())
    const folder = dirname(await aFile())
    const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }
    expect((await runMain(['project', 'list'], env)).code).toBe(0)
    const database = new DatabaseSync(join(dataDir, 'crumbtrail.sqlite'))
    database.exec(`create table bulk (data blob); with recursive n(i) as (values (1) union all select i + 1 from n
      where i < 150) insert into bulk select randomblob(1000000) from n`) // a copy takes long enough to be killed in it
    database.close()

    await killBackup(folder, env)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1)
    expect((await runMain(['backup', join(folder, 'next')], env)).code).toBe(0)
    expect(readdirSync(folder)).toEqual(['next'])

    await killBackup(folder, env)
    expect(readdirSync(folder).length).toBeGreaterThan(1)
    const desk = await startDesk({ dataDir })
    onTestFinished(async () => void (await desk.stop()))
    expect(readdirSync(folder)).toEqual(['next'])
  }, 120_000)
})

describe('late mapping that is killed', () => {
  it('names each issue as a whole or not at all, and goes on after the next start', async () => {
    const ISSUES = 8
    const { store, file, send, close } = await openEventStore()
    onTestFinished(close)
    const [exception] = aMinifiedError().exception.values
    for (let issue = 0; issue < ISSUES; issue++)
      send(aMinifiedError({ exception: { values: [{ ...exception, type: `Error${issue}` }] } }))
    await uploadMap(store)
    const listIssues = () =>
      store.db
        .selectFrom('waiting_stack')
        .innerJoin('issue_grouping', 'issue_grouping.id', 'grouping_id')
        .innerJoin('issue', 'issue.id', 'issue_id')
        .select(['state', 'culprit'])
        .select(({ selectFrom }) =>
          selectFrom('issue_grouping as each')
            .whereRef('each.issue_id', '=', 'issue.id')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .as('keys'),
        )
        .execute()
    const mapped = { state: 'mapped', culprit: 'src/cart.ts in t', keys: 2 }
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    for (let kill = 0; kill < 2; kill++) {
      const path = join(repositoryRoot, 'tests', 'support', 'kills', 'upkeep-process.ts')
      const queries = 10 + Math.floor(random() * 30)
      const child = spawn(process.execPath, [path, file, String(queries)], {
        env: { PATH: process.env.PATH, ...compileCache },
      })
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
      for (const issue of await listIssues())
        expect([mapped, { state: 'due', culprit: 'app.js in t', keys: 1 }], `seed ${seed}`).toContainEqual(
          issue,
        )
    }
    expect((await listIssues()).some(({ state }) => state === 'due')).toBe(true)
    const upkeep = startIssueUpkeep({ store, clock: Date.now })
    onTestFinished(() => upkeep.close())
    while (await upkeep.runOnce());
    expect(await listIssues()).toEqual(Array.from({ length: ISSUES }, () => mapped))
  }, 60_000)
})

/** Ends a backup at once when its file is there. */
async function killBackup(folder: string, env: Record<string, string>): Promise<void> {
  const main = findBundled('server/main.ts')
  const script = main?.script ?? join(repositoryRoot, 'server', 'main.ts')
  const watcher = watch(folder)
  const child = spawn(process.execPath, [script, 'backup', join(folder, 'killed')], {
    env: { PATH: process.env.PATH, ...main?.env, ...env },
  })
  const exited = once(child, 'exit')
  watcher.on('change', (_event, name) => {
    if (String(name).endsWith('.part')) child.kill('SIGKILL')
  })
  const [, signal] = await exited
  watcher.close()
  expect(signal).toBe('SIGKILL')
}

describe('a process that is killed again and again', () => {
  const KILLS = doseOf('kills')

  it(`has what it acknowledged of each kind, once and whole, after ${KILLS} kills under load`, async () => {
    const file = await aFile()
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    const ledger: Ledger = { next: 1, unanswered: [] }
    const acknowledged: Proof[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const { url, publicKey, kill: end } = await start(file)
      // at any point: of the start, of a batch, of a checkpoint
      const killAfter = Math.floor(random() ** 2 * 200)
      const target = { url, publicKey, projectId: 1, kill: end }
      acknowledged.push(...(await sendUntilKilled(target, killAfter, ledger)))
    }
    const kinds = new Set(acknowledged.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['attachment', 'check-in', 'event', 'log', 'transaction'])
    expect(examineDatabase(file, 'whole').damages, `seed ${seed}`).toEqual([])
    const store = await openSqliteStore({ file })
    onTestFinished(() => store.close())
    const checked = { db: store.db, readBlob: readBlobsBeside(file), projectId: 1 }
    expect(await listMissing(checked, acknowledged), `seed ${seed}`).toEqual([])
    expect(await listMiscounts(checked), `seed ${seed}`).toEqual([])

    // That the check would notice: a file and a count that are gone.
    const attachment = acknowledged.find((proof) => proof.kind === 'attachment')
    if (attachment) rmSync(attachmentPath(attachmentFolder(file), attachment.sha256))
    await store.write((trx) => trx.updateTable('issue').set({ event_count: 0 }).execute())
    expect(await listMissing(checked, acknowledged)).toHaveLength(1)
    expect(await listMiscounts(checked)).toEqual([expect.stringContaining('events by issue: 0, and ')])
  }, 180_000)
})
