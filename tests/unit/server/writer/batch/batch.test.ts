import { describe, expect, it, onTestFinished } from 'vitest'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import { createBatchWriter } from '#server/writer/batch/batch.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000

async function open(...startWriter: StartWriter) {
  const opened = await openEventStore(() => 10 * HOUR_MS, ...startWriter)
  onTestFinished(opened.close)
  return opened
}

type StartWriter = [typeof createBatchWriter] | []

function anEnvelope(event: unknown, given: Partial<SubmittedEnvelope> = {}): SubmittedEnvelope {
  return { projectId: 1, keyId: 1, receivedAt: 10 * HOUR_MS, body: envelopeOf(event), ...given }
}

function anError(number: number, type = 'TypeError') {
  return { event_id: anEventId(number), exception: { values: [{ type, value: `no price for ${number}` }] } }
}

function textEnvelope(text: string): SubmittedEnvelope {
  return anEnvelope({}, { body: new TextEncoder().encode(text) })
}

type Opened = Awaited<ReturnType<typeof open>>

const countRows = ({ store }: Opened, table: 'event' | 'issue' | 'outcome') =>
  store.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

const listOutcomes = ({ store }: Opened) =>
  store.db
    .selectFrom('outcome')
    .select(['category', 'outcome', 'reason', 'quantity'])
    .orderBy('category')
    .orderBy('outcome')
    .orderBy('reason')
    .execute()

/** What is sent is prepared in one thread and stored in another, or all at once where that did not go well. */
const WAYS = { 'in two steps': [], 'at once': [createBatchWriter] } satisfies Record<string, StartWriter>

describe.each(Object.entries(WAYS))('a batch that is written %s', (_way, startWriter) => {
  it('groups events into issues and keeps their counters', async () => {
    const opened = await open(...startWriter)
    const { results, commit } = opened.writeBatch(
      [anEnvelope(anError(1)), anEnvelope(anError(2)), anEnvelope(anError(3, 'RangeError'))],
      [],
    )
    expect(results).toEqual([1, 2, 3].map((number) => ({ status: 200, id: anEventId(number) })))
    expect(commit).toMatchObject({ projectIds: [1], issueIds: [1, 2], eventCount: 3 })
    opened.send(anError(4), 11 * HOUR_MS)

    const issues = await opened.store.db.selectFrom('issue').selectAll().orderBy('id').execute()
    expect(issues).toMatchObject([
      { number: 1, type: 'TypeError', value: 'no price for 4', event_count: 3, last_seen: 11 * HOUR_MS },
      { number: 2, type: 'RangeError', value: 'no price for 3', event_count: 1, first_seen: 10 * HOUR_MS },
    ])
    const hours = await opened.store.db
      .selectFrom('issue_hour')
      .select(['issue_id', 'hour', 'event_count'])
      .execute()
    expect(hours).toEqual([
      { issue_id: 1, hour: 10, event_count: 2 },
      { issue_id: 1, hour: 11, event_count: 1 },
      { issue_id: 2, hour: 10, event_count: 1 },
    ])
    expect(await listOutcomes(opened)).toEqual([
      { category: 'error', outcome: 'accepted', reason: '', quantity: 3 },
      { category: 'error', outcome: 'accepted', reason: '', quantity: 1 },
    ])
  })

  it('changes nothing for an id that it has, in one batch or a later one', async () => {
    const opened = await open(...startWriter)
    const twice = [anEnvelope(anError(1)), anEnvelope(anError(1))]
    expect(opened.writeBatch(twice, []).results).toEqual(twice.map(() => ({ status: 200, id: anEventId(1) })))
    expect(opened.writeBatch(twice, []).commit?.eventCount).toBe(0)
    expect(await countRows(opened, 'event')).toBe(1)
    expect(await listOutcomes(opened)).toEqual([
      { category: 'error', outcome: 'accepted', reason: '', quantity: 1 },
    ])
    const issue = await opened.store.db.selectFrom('issue').select('event_count').executeTakeFirstOrThrow()
    expect(issue.event_count).toBe(1)
  })

  it('takes the same id in two projects for two events', async () => {
    const opened = await open(...startWriter)
    await opened.store.write((trx) =>
      trx.insertInto('project').values({ slug: 'b', name: 'B', created_at: 0 }).execute(),
    )
    opened.writeBatch([anEnvelope(anError(1)), anEnvelope(anError(1), { projectId: 2, keyId: 2 })], [])
    expect(await countRows(opened, 'event')).toBe(2)
    const numbers = await opened.store.db.selectFrom('issue').select(['project_id', 'number']).execute()
    expect(numbers).toEqual([
      { project_id: 1, number: 1 },
      { project_id: 2, number: 1 },
    ])
  })

  it('reads every payload back out of its block', async () => {
    const opened = await open(...startWriter)
    const large = (number: number) => ({
      ...anError(number),
      extra: { text: 'x'.repeat(8_000), list: [number] },
    })
    const envelopes = Array.from({ length: 70 }, (_, index) => anEnvelope(large(index + 1)))
    opened.writeBatch(envelopes, [])
    const places = await opened.store.db
      .selectFrom('event')
      .select([
        'event_id',
        'block_id as blockId',
        'block_offset as blockOffset',
        'block_length as blockLength',
      ])
      .execute()
    expect(new Set(places.map(({ blockId }) => blockId)).size).toBe(5)
    for (const place of places) {
      const payload = await getPayload(opened.store.db, place)
      expect(payload.event_id).toBe(place.event_id)
      expect(payload.extra.list).toEqual([Number.parseInt(place.event_id, 16)])
    }
  })

  it('refuses what is malformed without harm to its neighbours', async () => {
    const opened = await open(...startWriter)
    const { results } = opened.writeBatch(
      [
        anEnvelope(anError(1)),
        textEnvelope('not json\n'),
        textEnvelope('{}\n{"type":"event","length":99}\n{}\n'),
        textEnvelope('{}\n{"type":"event"}\n{"a":\n'),
        textEnvelope('{}\n{"type":"event"}\n{}\n{"type":"event"}\n{}\n'),
        anEnvelope({ extra: { text: 'x'.repeat(1024 * 1024) } }),
        anEnvelope(anError(2)),
      ],
      [],
    )
    expect(results).toEqual([
      { status: 200, id: anEventId(1) },
      { status: 400, detail: 'Cannot read envelope header: it is not JSON' },
      { status: 400, detail: 'Cannot read item: its header says 99 bytes, but the envelope has only 3 left' },
      { status: 400, detail: 'Cannot read event: it is not JSON' },
      { status: 400, detail: 'Cannot read envelope: it holds more than one event' },
      { status: 413, detail: 'Cannot read event: it is larger than 1048576 bytes' },
      { status: 200, id: anEventId(2) },
    ])
    expect(await countRows(opened, 'event')).toBe(2)
    expect(await listOutcomes(opened)).toEqual([
      { category: 'default', outcome: 'invalid', reason: 'malformed_envelope', quantity: 2 },
      { category: 'error', outcome: 'accepted', reason: '', quantity: 2 },
      { category: 'error', outcome: 'invalid', reason: 'invalid_json', quantity: 1 },
      { category: 'error', outcome: 'invalid', reason: 'multiple_events', quantity: 2 },
      { category: 'error', outcome: 'invalid', reason: 'too_large', quantity: 1 },
    ])
  })

  it('takes one that the database refuses out of its batch', async () => {
    const opened = await open(...startWriter)
    opened.connection.exec(`create trigger refuse before insert on event
      when new.event_id = '${anEventId(2)}' begin select raise(abort, 'not this one'); end`)
    const batch = [anEnvelope(anError(1)), anEnvelope(anError(2)), anEnvelope(anError(3))]
    const { results, commit, failure } = opened.writeBatch(batch, [])
    expect(results.map(({ status }) => status)).toEqual([200, 400, 200])
    expect(commit).toMatchObject({ projectIds: [1], issueIds: [1], eventCount: 2 })
    expect(failure).toContain('not this one')
    expect(await listOutcomes(opened)).toContainEqual({
      category: 'error',
      outcome: 'invalid',
      reason: 'internal',
      quantity: 1,
    })
  })

  it('takes nothing for a project that is gone', async () => {
    const opened = await open(...startWriter)
    const ofNoProject = anEnvelope(anError(2), { projectId: 77 })
    const { results, failure } = opened.writeBatch([anEnvelope(anError(1)), ofNoProject], [])
    expect(results).toEqual([
      { status: 200, id: anEventId(1) },
      { status: 403, detail: 'Cannot accept envelope: its project no longer exists' },
    ])
    expect(failure).toBeUndefined()
    const counted = { outcome: 'invalid', reason: 'project_gone', quantity: 1 }
    expect(await listOutcomes(opened)).toContainEqual({ category: 'error', ...counted })
  })

  it('counts what is left unreported and what nobody shows yet', async () => {
    const opened = await open(...startWriter)
    const { results } = opened.writeBatch(
      [
        anEnvelope({ exception: { values: [{ type: 'Error', value: 'Script error.' }] } }),
        textEnvelope(
          '{}\n{"type":"profile"}\n{}\n{"type":"profile_chunk","item_count":7}\n{}\n{"type":"made_up"}\n{}\n',
        ),
        textEnvelope('{}\n'),
      ],
      [],
    )
    expect(results).toMatchObject([{ status: 200, id: anEventId(1) }, { status: 200 }, { status: 200 }])
    expect(results.map((result) => 'limits' in result)).toEqual([false, true, false]) // Profiles are not stored.
    expect(await countRows(opened, 'event')).toBe(0)
    expect(await listOutcomes(opened)).toEqual([
      { category: 'default', outcome: 'filtered', reason: 'unsupported', quantity: 1 },
      { category: 'error', outcome: 'filtered', reason: 'script-error', quantity: 1 },
      { category: 'profile', outcome: 'filtered', reason: 'unsupported', quantity: 8 },
    ])
  })

  it('acknowledges nothing on a full disk, and goes on when there is room', async () => {
    const opened = await open(...startWriter)
    const { page_count: pages } = opened.connection.prepare('pragma page_count').get() ?? {}
    opened.connection.exec(`pragma max_page_count = ${pages}`)
    const batch = () => Array.from({ length: 400 }, (_, index) => anEnvelope(anError(index)))
    const full = opened.writeBatch([...batch(), textEnvelope('not json')], [])
    expect(new Set(full.results.map(({ status }) => status))).toEqual(new Set([503, 400]))
    expect(full.failure).toContain('full')
    expect(await countRows(opened, 'event')).toBe(0)
    expect(await countRows(opened, 'outcome')).toBe(0)

    opened.connection.exec('pragma max_page_count = 1000000')
    expect(new Set(opened.writeBatch(batch(), []).results.map(({ status }) => status))).toEqual(
      new Set([200]),
    )
    expect(await countRows(opened, 'event')).toBe(400)
  })

  it('writes what was rejected at the endpoint', async () => {
    const opened = await open(...startWriter)
    const turnedAway = {
      category: 'default',
      outcome: 'rate_limited',
      reason: 'queue_full',
      quantity: 3,
    } as const
    opened.writeBatch([], [{ projectId: 1, keyId: 1, hour: 10, ...turnedAway }])
    expect(await listOutcomes(opened)).toEqual([turnedAway])
  })
})
