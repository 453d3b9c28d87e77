import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createDesk } from '#server/desk/create-desk.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { openStore } from '#server/store/open-store.ts'
import { startWriter } from '#server/writer/writer.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { setup } from '#tests/support/run/temporary-folder.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

/**
 * How long events wait on PostgreSQL while issues of their project are merged and unmerged again and again, and how long
 * those of another project wait, in turns with nothing changing. `node tests/bench/changes.ts [events a second] [rounds]`
 */
const RATE = Number(process.argv[2] ?? 50)
const ROUNDS = Number(process.argv[3] ?? 3)
const ROUND_MS = 5_000
const PAUSE_MS = 200

const clear = setup() // the server's folder
const url = await createPostgresDatabase()
const start = () =>
  startWriter({ file: join(tmpdir(), 'desk.sqlite'), postgresUrl: url, pressure: () => undefined })
const writers = [await start(), await start()] as const // as of two processes
const store = await openStore({ place: url })
const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
await store.write(async (trx) => {
  await insertAccount(trx, { ...viewer, passwordHash: '-', createdAt: 0 })
  await trx.insertInto('project').values({ id: 2, slug: 'shop', name: 'Shop', created_at: 0 }).execute()
})
const { issues } = createDesk({ store, sees: 'all', publicUrl: 'https://desk.example', viewer })

let sent = 0
const waits = new Map<number, number[]>()

async function send(): Promise<void> {
  const number = ++sent
  const projectId = 1 + (number % 2)
  const event = {
    event_id: anEventId(number),
    exception: { values: [{ type: `Error${number % 10}`, value: 'no price' }] },
    user: { id: `user-${number % 50}` },
  }
  const envelope = { projectId, keyId: 1, receivedAt: Date.now(), body: envelopeOf(event) }
  const startedAt = performance.now()
  const { status } = await writers[Math.floor(number / 2) % 2 === 0 ? 0 : 1].submit(envelope)
  if (status !== 200) throw new Error(`Cannot measure: an event was answered with ${status}`)
  waits.get(projectId)?.push(performance.now() - startedAt)
}

/** Merges three issues and undoes it, until the time is over. Returns how long each change took. */
async function changeUntil(end: number): Promise<number[]> {
  const changes: number[] = []
  while (performance.now() < end) {
    const listed = await issues.list({ limit: 100 })
    const ids = listed.items.filter(({ shortId }) => shortId.startsWith('CRUMB')).map(({ id }) => id)
    let undo: string | undefined
    changes.push(
      await timed(async () => {
        const merged = await issues.change(ids.slice(0, 3), [{ kind: 'merge' }])
        undo = 'undo' in merged ? merged.undo : undefined
      }),
    )
    if (undo !== undefined) changes.push(await timed(() => issues.undo(undo ?? '')))
    await setTimeout(PAUSE_MS)
  }
  return changes
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

async function round(name: string, change: (end: number) => Promise<number[]>): Promise<void> {
  waits.set(1, []).set(2, [])
  const startedAt = performance.now()
  const changing = change(startedAt + ROUND_MS)
  const sending: Promise<void>[] = []
  for (let elapsed = 0; elapsed < ROUND_MS; elapsed = performance.now() - startedAt) {
    while (sending.length < (elapsed / 1000) * RATE) sending.push(send())
    await setTimeout(2)
  }
  await Promise.all(sending)
  const lines = [
    ['its events', waits.get(1) ?? []],
    ['others', waits.get(2) ?? []],
    ['changes', await changing],
  ] as const
  console.log(`${name.padEnd(18)} ${lines.map(([of, list]) => `${of}: ${describe(list)}`).join('   ')}`)
}

function describe(list: readonly number[]): string {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0)
  return list.length === 0 ? '-' : `${list.length} ×, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`
}

const nothing = async () => []
await round('warming up', nothing)
for (let done = 0; done < ROUNDS; done++) {
  await round('nothing changes', nothing)
  await round('issues change', changeUntil)
}
for (const writer of writers) await writer.close()
await store.close()
clear()
