import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getPayload } from '../../server/store/payload-blocks.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import { type ChildServer, startChildServer } from '../support/child-server.ts'
import { anEventId } from '../support/event-store.ts'
import { sampleEnvelope } from '../support/sample-events.ts'

const EVENTS = 2_000
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
      if (count === 700) void first.kill()
    })
    expect(answered.size).toBeGreaterThanOrEqual(700)
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
  })
})
