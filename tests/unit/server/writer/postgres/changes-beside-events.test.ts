import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { createDice, type Dice } from '#tests/support/fuzz/random.ts'
import { listIssueMistakes } from '#tests/support/postgres/issue-mistakes.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

const START = 1_000 * 3_600_000
const OWNER = { id: 1, email: 'ada@example.com', role: 'owner' as const }
const KINDS = 12
const EVENTS_PER_CHANGE = 40

/** Two processes with the same database, which store and count. Time passes with each event. */
async function openTwo() {
  const at = { now: START, sent: 0, allowed: EVENTS_PER_CHANGE, more: Promise.withResolvers<void>() }
  const clock = () => at.now
  const one = await openPostgresEventStore({ clock, processId: 'one', folds: true })
  onTestFinished(one.close)
  const two = await openPostgresEventStore({ url: one.url, clock, processId: 'two', folds: true })
  onTestFinished(two.close)
  const account = { email: OWNER.email, passwordHash: '-', role: 'owner' as const, createdAt: 0 }
  await one.store.write((trx) => insertAccount(trx, account))
  return { at, both: [one, two] as const }
}

type Two = Awaited<ReturnType<typeof openTwo>>

function anEvent({ at }: Two, dice: Dice) {
  at.now += 977
  const event = {
    event_id: anEventId(++at.sent),
    exception: { values: [{ type: `Error${dice.below(KINDS)}`, value: 'no price' }] },
    user: { id: `user-${dice.below(50)}` },
    release: `shop@${dice.below(3)}`,
    environment: dice.pick(['production', 'staging']),
  }
  return { projectId: 1, keyId: 1, receivedAt: at.now, body: envelopeOf(event) }
}

/** Sends events until the changes are done. All of them must be stored. */
async function sendEvents(two: Two, store: PostgresEventStore, dice: Dice, isDone: () => boolean) {
  while (!isDone()) {
    if (two.at.sent >= two.at.allowed) await two.at.more.promise
    const events = Array.from({ length: 1 + dice.below(8) }, () => anEvent(two, dice))
    const { results } = await store.writeBatch(events, [])
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
  }
}

function allowMore(at: Two['at']): void {
  at.allowed += EVENTS_PER_CHANGE
  at.more.resolve()
  at.more = Promise.withResolvers()
}

/** Changes issues at random. What is refused, because the issue has changed since, is left. */
async function changeIssues({ at, both }: Two, dice: Dice, changes: number) {
  const done = { merge: 0, split: 0, delete: 0, undo: 0 }
  const handles: string[] = []
  for (let change = 0; change < changes; change++) {
    const { store } = dice.pick(both)
    const { issues } = createDesk({
      sees: 'all',
      ...{ store, clock: () => at.now, publicUrl: 'https://desk.example', viewer: OWNER },
    })
    const ids = (await issues.list({ limit: 100 })).items.map(({ id }) => id)
    if (ids.length < 2) {
      allowMore(at)
      continue
    }
    const kind = dice.pick(['merge', 'merge', 'merge', 'split', 'split', 'undo', 'undo', 'delete'] as const)
    const result = await actOn(kind)
    if (!('refusal' in result)) done[kind]++
    allowMore(at)
    if ('undo' in result && result.undo !== undefined) handles.push(result.undo)

    async function actOn(act: typeof kind) {
      if (act === 'undo') return issues.undo(handles.pop() ?? '')
      const [first = 0, second = 0] = [dice.pick(ids), dice.pick(ids)]
      if (act !== 'split') return issues.change(act === 'merge' ? [first, second] : [first], [{ kind: act }])
      for (const id of [first, second, ...ids]) {
        const [, ...others] = (await issues.findHandling(id))?.groupings ?? []
        if (others.length > 0) return issues.split(id, [dice.pick(others).id])
      }
      return { refusal: 'there is nothing to split' }
    }
  }
  return done
}

/** The processes take turns in what is due after a change, as by the row of a job. */
async function keepUp({ at, both }: Two, isDone: () => boolean) {
  const upkeeps = both.map(({ store }) => startIssueUpkeep({ store, clock: () => at.now }))
  let hasMore = true
  while (hasMore || !isDone()) {
    if (!hasMore) await at.more.promise
    hasMore = false
    for (const { runOnce } of upkeeps) hasMore = (await runOnce()) || hasMore
  }
}

it('counts every event once, whatever happens to its issue while it is stored', async () => {
  const seed = Date.now() % 1_000_000
  const two = await openTwo()
  let isDone = false
  const finished = () => isDone
  const changes = changeIssues(two, createDice(seed), doseOf('changesBesideEvents')).finally(() => {
    isDone = true
    two.at.more.resolve()
  })
  const senders = two.both.map((store, index) =>
    sendEvents(two, store, createDice(seed + index + 1), finished),
  )
  const [done] = await Promise.all([changes, ...senders, keepUp(two, finished)])
  const [one] = two.both
  await one.store.settle([1]) // The other process may be counting.
  await keepUp(two, finished)
  await eventually('an empty journal', async () => {
    await one.fold()
    return (await one.select('select from journal limit 1')).length === 0 || undefined
  })
  const about = `seed ${seed}, ${two.at.sent} events, ${JSON.stringify(done)}`
  expect(await listIssueMistakes(one.select), about).toEqual([])
  const [sums] = await one.select(`
    select (select sum(event_count) from project_hour) as counted, (select count(*) from journal) as journal,
      (select count(*) from issue_move) + (select count(*) from issue_recount) as unfinished`)
  expect(sums, about).toEqual({ counted: two.at.sent, journal: 0, unfinished: 0 })
}, 600_000)
