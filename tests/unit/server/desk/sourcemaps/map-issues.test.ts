import { expect, it, onTestFinished } from 'vitest'
import { createEventLookup } from '#server/desk/events/find-events.ts'
import { createIssueActions } from '#server/desk/issues/issues.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { NOBODY } from '#server/models/accounts/actor.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { assign, listEditableIssues } from '#server/store/issues/changes/edits.ts'
import { listSuggestedMerges } from '#server/store/issues/changes/merge-suggestions.ts'
import { listGroupings } from '#server/store/issues/changes/split.ts'
import { createSubmissionPreparer } from '#server/writer/preparer/prepare-submission.ts'
import { createSubmissionWriter } from '#server/writer/submission-writer.ts'
import { aMinifiedError, DEBUG_ID, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const NEXT_BUILD = '11111111-2222-4333-8444-555555555555'

async function open() {
  let now = 0
  const opened = await openEventStore(() => now)
  onTestFinished(opened.close)
  const { store, send } = opened
  const changes: IssueChange[] = []
  const upkeep = startIssueUpkeep({ store, clock: () => now, onIssueChange: (one) => changes.push(one) })
  onTestFinished(() => upkeep.close())
  return {
    ...opened,
    changes,
    send: (event: object) => send({ ...event }),
    pass(ms: number) {
      now += ms
    },
    async upload(debugId = DEBUG_ID) {
      await uploadMap(store, { debugId, now })
      while (await upkeep.runOnce());
    },
    runOnce: upkeep.runOnce,
    listIssues: () =>
      store.db
        .selectFrom('issue')
        .select(['id', 'culprit', 'event_count as events'])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
    listStates: async () =>
      (await store.db.selectFrom('waiting_stack').select('state').execute()).map(({ state }) => state),
  }
}

it('keeps 1,000 events in one issue, which gets the title of its sources, when maps come ten minutes later', async () => {
  const at = await open()
  const envelopes = Array.from({ length: 1_000 }, () => ({
    ...{ projectId: 1, keyId: 1, receivedAt: 0 },
    body: envelopeOf(aMinifiedError()),
  }))
  at.writeBatch(envelopes, [])
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'app.js in t', events: 1_000 }])
  at.pass(10 * MINUTE_MS)
  await at.upload()
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 1_000 }])
  at.send(aMinifiedError())
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 1_001 }])
  const events = createEventLookup(at.store, () => 0)
  let cursor: string | undefined
  let readable = 0
  do {
    const page = await events.list(1, { limit: 100, cursor })
    for (const { eventId } of page.items) {
      const event = await events.find(1, eventId)
      const frame = event?.payload.exception.values[0]?.stacktrace?.frames[0]
      if (frame?.context_line === '  return price.amount') readable++
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(readable).toBe(1_001)
})

it('tells open pages which issues were named, and which of them are one now', async () => {
  const at = await openWithTwoIssues()
  expect(at.changes).toEqual([])
  await at.upload()
  expect(at.changes).toEqual([{ kind: 'mapped', by: null, issueIds: [1, 2], projectIds: [1] }])
  await at.runOnce()
  expect(at.changes).toHaveLength(1)
})

it('gives what the event is called by its sources and by its frames as sent', async () => {
  const at = await open()
  at.send(aMinifiedError())
  const events = createEventLookup(at.store, () => 0)
  expect((await events.find(1, 'latest'))?.titles).toBeNull()
  await at.upload()
  const title = { type: 'TypeError', value: 'no price' }
  expect((await events.find(1, 'latest'))?.titles).toEqual({
    mapped: { ...title, culprit: 'src/cart.ts in t' },
    sent: { ...title, culprit: 'app.js in t' },
  })
})

it('finds the issue by its sources from then on', async () => {
  const at = await open()
  at.send(aMinifiedError())
  await at.upload()
  const text = await at.store.db.selectFrom('issue_text').select('text').executeTakeFirst()
  expect(text?.text.split('\n')).toEqual(['TypeError', 'no price', 'app.js in t', 'src/cart.ts in t'])
})

it('stays named by its source when a build comes whose maps are still to come', async () => {
  const at = await open()
  at.send(aMinifiedError())
  await at.upload()
  at.send(aMinifiedError({ debugId: NEXT_BUILD }))
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 2 }])
})

it('leads later builds with the same source into the issue', async () => {
  const at = await open()
  at.send(aMinifiedError())
  await at.upload()
  await at.upload(NEXT_BUILD)
  at.send(aMinifiedError({ debugId: NEXT_BUILD }))
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 2 }])
})

it('does the same once, however often it is asked', async () => {
  const at = await open()
  at.send(aMinifiedError())
  await at.upload()
  const groupings = await listGroupings(at.store.db, 1)
  await at.store.write((trx) => trx.updateTable('waiting_stack').set({ state: 'due' }).execute())
  expect(await at.runOnce()).toBe(true)
  expect(await at.runOnce()).toBe(false)
  expect(await listGroupings(at.store.db, 1)).toEqual(groupings)
  expect(await at.listStates()).toEqual(['mapped'])
})

it('goes on after a restart where it was', async () => {
  const at = await open()
  at.send(aMinifiedError())
  at.send(
    aMinifiedError({
      exception: { values: [{ ...aMinifiedError().exception.values[0], type: 'RangeError' }] },
    }),
  )
  await uploadMap(at.store)
  expect(await at.runOnce()).toBe(true)
  expect((await at.listStates()).toSorted()).toEqual(['due', 'mapped'])
  const restarted = startIssueUpkeep({ store: at.store, clock: () => 0 })
  onTestFinished(() => restarted.close())
  while (await restarted.runOnce());
  expect((await at.listIssues()).map(({ culprit }) => culprit)).toEqual([
    'src/cart.ts in t',
    'src/cart.ts in t',
  ])
})

it('maps an issue whose map came while its event was on the way', async () => {
  const at = await open()
  const prepare = createSubmissionPreparer(at.connection, { newEventId: () => anEventId(1) })
  const write = createSubmissionWriter(at.connection, { newEventId: () => anEventId(2), attachments: '' })
  const envelopes = [{ projectId: 1, keyId: 1, receivedAt: 0, body: envelopeOf(aMinifiedError()) }]
  const prepared = prepare(envelopes)
  await at.upload()
  write([{ envelopes, refused: [], prepared }])
  expect(await at.listStates()).toEqual(['due'])
  expect(await at.runOnce()).toBe(true)
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 1 }])
})

it('goes on with the others after one that cannot be read', async () => {
  const at = await open()
  at.send(aMinifiedError())
  await at.store.write((trx) =>
    trx
      .updateTable('payload_block')
      .set({ data: new Uint8Array(9) })
      .execute(),
  )
  at.send(aMinifiedError({ debugId: NEXT_BUILD, exception: { values: [{ type: 'RangeError' }] } }))
  await uploadMap(at.store)
  await uploadMap(at.store, { debugId: NEXT_BUILD })
  const runs: string[] = []
  for (let run = 0; run < 3; run++) runs.push(await at.runOnce().then(String, () => 'failed'))
  expect(runs.toSorted()).toEqual(['failed', 'false', 'true'])
  expect(await at.listStates()).toEqual(['mapped', 'mapped'])
})

/** The next build is mapped at once, the first one later: its issue turns out to be the same. */
async function openWithTwoIssues() {
  const at = await open()
  at.send(aMinifiedError())
  at.pass(MINUTE_MS)
  await at.upload(NEXT_BUILD)
  at.send(aMinifiedError({ debugId: NEXT_BUILD }))
  expect(await at.listIssues()).toHaveLength(2)
  return at
}

it('merges an issue that nobody touched into the older one, says so, and can split it again', async () => {
  const at = await openWithTwoIssues()
  await at.upload()
  expect(await at.listIssues()).toEqual([{ id: 1, culprit: 'src/cart.ts in t', events: 2 }])
  const activity = await at.store.db
    .selectFrom('issue_activity')
    .select(['kind', 'data', 'account_id'])
    .execute()
  expect(activity).toEqual([{ kind: 'merged', data: '{"issues":["CRUMBTRAIL-2"]}', account_id: null }])
  const groupings = await listGroupings(at.store.db, 1)
  const actions = createIssueActions(at.store, { viewer: undefined, by: NOBODY, clock: () => 0 })
  const ofOtherBuild = groupings.filter(({ key }) => key !== groupings[0]?.key)
  await actions.split(
    1,
    ofOtherBuild.map(({ id }) => id),
  )
  expect(await at.listIssues()).toEqual([
    { id: 1, culprit: 'src/cart.ts in t', events: 1 },
    { id: 3, culprit: 'src/cart.ts in t', events: 1 },
  ])
})

it('suggests it where somebody has done something with both', async () => {
  const at = await openWithTwoIssues()
  await at.store.write(async (trx) => {
    const email = 'ada@shop.example'
    const id = (await insertAccount(trx, { email, passwordHash: '', role: 'member', createdAt: 0 })) ?? 0
    const assignee = { type: 'user' as const, id, email, name: '' }
    await assign(trx, await listEditableIssues(trx, [1, 2]), assignee, { actor: { accountId: id }, now: 0 })
  })
  await at.upload()
  expect(await at.listIssues()).toHaveLength(2)
  const suggestedFor = async (issueId: number) =>
    (await listSuggestedMerges(at.store.db, issueId)).map(({ id, mergeInto }) => [id, mergeInto])
  expect(await suggestedFor(1)).toEqual([[2, 'CRUMBTRAIL-2']])
  expect(await suggestedFor(2)).toEqual([[1, 'CRUMBTRAIL-1']])
})

it('names issues from before the desk noted what waits, whether their maps are there or come later', async () => {
  const at = await open()
  const [exception] = aMinifiedError().exception.values
  for (let issue = 0; issue < 12; issue++)
    at.send(aMinifiedError({ exception: { values: [{ ...exception, type: `Error${issue}` }] } }))
  at.send(aMinifiedError({ debugId: NEXT_BUILD }))
  at.send({ message: 'no stack' })
  await uploadMap(at.store)
  await at.store.write((trx) => trx.deleteFrom('waiting_stack').execute())
  while (await at.runOnce());
  const culprits = async () => (await at.listIssues()).map(({ culprit }) => culprit)
  expect(await culprits()).toEqual([...Array(12).fill('src/cart.ts in t'), 'app.js in t', ''])
  await at.upload(NEXT_BUILD)
  expect(await culprits()).toEqual([...Array(13).fill('src/cart.ts in t'), ''])
  await at.store.write((trx) => trx.deleteFrom('waiting_stack').execute())
  expect(await at.runOnce()).toBe(false)
  expect(await at.listStates()).toEqual([])
})
