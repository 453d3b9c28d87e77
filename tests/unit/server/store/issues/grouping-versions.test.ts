import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { listEditableIssues } from '#server/store/issues/changes/edits.ts'
import { splitIssue } from '#server/store/issues/changes/split.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { listIssueMistakes } from '#tests/support/postgres/issue-mistakes.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const OWNER = { id: 1, email: 'ada@example.com', role: 'owner' as const }
const START = 1_000 * 3_600_000

async function openEither(engine: Engine) {
  const clock = () => START
  if (engine === 'postgres') return openPostgresEventStore({ clock, folds: true })
  const opened = await openEventStore(clock)
  return { ...opened, select: async (sql: string) => opened.connection.prepare(sql).all() }
}

async function open(engine: Engine) {
  const { store, writeBatch, select, close } = await openEither(engine)
  onTestFinished(close)
  const { email, role } = OWNER
  await store.write((trx) => insertAccount(trx, { email, role, passwordHash: '-', createdAt: 0 }))
  const desk = createDesk({
    ...{ sees: 'all', store, clock: () => START, publicUrl: 'https://desk.example', viewer: OWNER },
  })
  let sent = 0
  /** Sends events in one batch; returns their issues. */
  const send = async (...events: object[]) => {
    const first = sent + 1
    const envelopes = events.map((event) => {
      const body = envelopeOf({ event_id: anEventId(++sent), ...event })
      return { projectId: 1, keyId: 1, receivedAt: START + sent, body }
    })
    await writeBatch(envelopes, [])
    await store.settle([1])
    const ids = events.map((_event, place) => anEventId(first + place))
    const rows = await store.db.selectFrom('event').select(['event_id', 'issue_id']).execute()
    return ids.map((id) => rows.find(({ event_id }) => event_id === id)?.issue_id)
  }
  const listKeys = () =>
    store.db
      .selectFrom('issue_grouping')
      .select(['grouping_version as version', 'grouping_key as key', 'issue_id as issueId'])
      .orderBy('id')
      .execute()
  /** Makes the desk one that version 1 has written: what its events have in common is version 1's key. */
  const age = (event: object) =>
    store.write(async (trx) => {
      const { key, formerKey = key } = keysOf(event)
      const old = { grouping_version: 1, grouping_key: formerKey }
      for (const table of ['issue_grouping', 'issue'] as const)
        await trx.updateTable(table).set(old).where('grouping_key', '=', key).execute()
    })
  return { store, desk, select, send, listKeys, age }
}

const keysOf = (event: object) =>
  groupingOf(normalize(event as Record<string, unknown>, { eventId: anEventId(1), receivedAt: START }))

function failed(platform: string, name: string, filename?: string) {
  const frames = [{ function: name, ...(filename ? { filename } : {}), in_app: true }]
  return { platform, exception: { values: [{ type: 'E', value: 'a', stacktrace: { frames } }] } }
}

const pay = failed('cocoa', '-[PaymentService charge:]')
const store = failed('cocoa', '-[ImageCache store:]')
const template = (process: number) =>
  failed('ruby', `_foo_html_erb__3327151541118998292_${process}`, 'foo.html.erb')

describe.each(ENGINES)('the second version of grouping on %s', (engine) => {
  it('keeps the only key of an older issue whose events it reads as before', async () => {
    const { send, age, listKeys, desk } = await open(engine)
    const event = failed('node', 'total', 'cart.ts')
    const [issueId] = await send(event)
    await age(event)
    expect(await send(event)).toEqual([issueId])
    expect(await listKeys()).toEqual([{ version: 1, key: keysOf(event).key, issueId }])
    expect((await desk.issues.list({ limit: 9 })).items).toMatchObject([{ id: issueId, eventCount: 2 }])
  })

  it('leaves other bugs in the older issue that they are in, each with a key by which it can be split', async () => {
    const { send, age, listKeys, store: opened, select } = await open(engine)
    const [issueId = 0] = await send(pay)
    await age(pay)
    expect(keysOf(store).formerKey).toBe(keysOf(pay).formerKey) // Version 1 took them for one.
    expect(await send(store, pay, store)).toEqual([issueId, issueId, issueId])
    expect(await listKeys()).toMatchObject([
      { version: 1, key: keysOf(pay).formerKey, issueId },
      { version: 2, key: keysOf(store).key, issueId },
      { version: 2, key: keysOf(pay).key, issueId },
    ])
    expect(await listIssueMistakes(select)).toEqual([])
    await opened.writeAlone([1], async (trx) => {
      const [issue] = await listEditableIssues(trx, [issueId])
      const { id } = await trx
        .selectFrom('issue_grouping')
        .select('id')
        .where('grouping_key', '=', keysOf(store).key)
        .executeTakeFirstOrThrow()
      const title = { type: 'E', value: 'a', culprit: '' }
      if (issue === undefined) throw new Error('Cannot split: the issue is gone')
      const split = { groupingIds: [id], title, level: 'error', lastSeen: START }
      await splitIssue(trx, issue, split, { actor: undefined, now: START })
    })
    const [stored, paid] = await send(store, pay)
    expect(paid).toBe(issueId)
    expect(stored).not.toBe(issueId)
  })

  it('makes issues of their own in a project that is new to it', async () => {
    const { send, listKeys, select } = await open(engine)
    const [first, second, again] = await send(pay, store, pay)
    expect(first).not.toBe(second)
    expect(again).toBe(first)
    expect((await listKeys()).map(({ version }) => version)).toEqual([2, 2])
    expect(await listIssueMistakes(select)).toEqual([])
  })

  it('takes a new issue for no older one, though its key is what version 1 makes of another event', async () => {
    const { send } = await open(engine)
    const plain = failed('native', 'pay', 'shop.cpp')
    const method = failed('native', 'Order::pay(int)', 'shop.cpp')
    expect(keysOf(method).formerKey).toBe(keysOf(plain).key)
    const [first] = await send(plain)
    const [second] = await send(method)
    expect(second).not.toBe(first)
    expect(await send(plain, method)).toEqual([first, second])
  })

  it('keeps to its own issue where a desk of the release before made a second one beside it', async () => {
    const { send, store: opened } = await open(engine)
    const event = failed('node', 'total', 'cart.ts')
    const [issueId] = await send(event)
    await opened.write(async (trx) => {
      const old = { project_id: 1, grouping_version: 1, grouping_key: keysOf(event).key }
      const made = await trx
        .insertInto('issue')
        .values({
          ...{ ...old, number: 99, type: 'E', value: 'a', culprit: '', level: 'error', is_unhandled: 0 },
          ...{ first_seen: START, last_seen: START, event_count: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('issue_grouping')
        .values({ ...old, issue_id: made.id })
        .execute()
    })
    expect(await send(event)).toEqual([issueId])
  })

  it('finds the older issue of any event of a batch', async () => {
    const { send, age } = await open(engine)
    const [issueId] = await send(template(70_361_296))
    await age(template(70_361_296))
    const issueIds = await send(template(1_001), template(70_361_296), template(1_002))
    expect(issueIds).toEqual([issueId, issueId, issueId])
    expect(await send(template(1_003))).toEqual([issueId])
  })

  it('leads events to the issue into which theirs was merged', async () => {
    const { send, age, desk } = await open(engine)
    const [former = 0, other = 0] = await send(pay, failed('cocoa', 'main', 'main.m'))
    await age(pay)
    const merged = await desk.issues.change([former, other], [{ kind: 'merge' }])
    const into = 'mergedInto' in merged ? merged.mergedInto : undefined
    expect(await send(store, pay)).toEqual([into, into])
  })

  it('goes back to the older issue with the keys that came since, when its merge is undone', async () => {
    const { send, age, desk, select } = await open(engine)
    const [other = 0, former = 0] = await send(failed('cocoa', 'main', 'main.m'), pay)
    await age(pay)
    const merged = await desk.issues.change([other, former], [{ kind: 'merge' }])
    expect(merged).toMatchObject({ mergedInto: other })
    expect(await send(store, pay)).toEqual([other, other])
    const undone = await desk.issues.undo(('undo' in merged && merged.undo) || '')
    expect(undone).toMatchObject({ issueIds: [other, former] })
    expect(await send(store, pay)).toEqual([former, former])
    const { items } = await desk.issues.list({ limit: 9 })
    const counts = items.map(({ id, eventCount }): [number, number] => [id, eventCount])
    expect(new Map(counts)).toEqual(
      new Map([
        [other, 1],
        [former, 5],
      ]),
    )
    expect(await listIssueMistakes(select)).toEqual([])
  })

  it('explains an event by the version that grouped it', async () => {
    const { send, age, desk } = await open(engine)
    await send(pay)
    await age(pay)
    await send(pay)
    const explain = async (number: number) =>
      (await desk.events.findInProject(1, anEventId(number)))?.grouping
    expect(await explain(1)).toMatchObject({
      ...{ version: 1, key: keysOf(pay).formerKey },
      lines: [{ text: 'E' }, { text: ':-' }],
    })
    expect(await explain(2)).toMatchObject({
      ...{ version: 2, key: keysOf(pay).key },
      lines: [{ text: 'E' }, { text: ':-[PaymentService charge:]' }],
    })
  })
})
