import { describe, expect, it } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import { openApi } from '#tests/support/accounts/open-api.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { EVENT_ID, payload, RECEIVED_AT, storeIssue } from '../a-stored-event.ts'

const NOW = RECEIVED_AT + 3_600_000
const OLDER = '0'.repeat(32)

/** An issue with an event of now and one of a day before, which says the same. */
async function openWithEvents(engine: Engine) {
  const api = await openApi(engine, NOW)
  const id = await storeIssue(api.store, { number: 7, event: payload })
  await addOlderEvent(api.store, id)
  return { ...api, id }
}

async function addOlderEvent(store: Store, issueId: number) {
  const { db } = store
  const { id: _, ...event } = await db
    .selectFrom('event')
    .selectAll()
    .where('issue_id', '=', issueId)
    .executeTakeFirstOrThrow()
  const before = {
    event_id: OLDER,
    received_at: RECEIVED_AT - 86_400_000,
    user_label: 'ada',
    environment: null,
  }
  await store.write((trx) =>
    trx
      .insertInto('event')
      .values({ ...event, ...before })
      .execute(),
  )
}

describe.each(ENGINES)('the events of an issue on %s', (engine) => {
  it('are listed, the newest first, with what has a column', async () => {
    const { get } = await openWithEvents(engine)
    const { body, headers } = await get('/issues/CRUMBTRAIL-7/events/')
    expect(body.map(({ eventID }: { eventID: string }) => eventID)).toEqual([EVENT_ID, OLDER])
    expect(body[0]).toEqual({
      ...{ id: EVENT_ID, eventID: EVENT_ID, groupID: expect.any(String), projectID: '1' },
      ...{ 'event.type': 'error', title: 'CartError: Cannot check out', culprit: 'checkOut in cart.ts' },
      message: 'Cannot check out\nsecond line',
      metadata: { type: 'CartError', value: 'Cannot check out\nsecond line' },
      ...{ location: null, platform: null, user: null, crashFile: null },
      tags: [
        { key: 'level', value: 'error' },
        { key: 'environment', value: 'production' },
        { key: 'release', value: 'shop@1.4.2' },
      ],
      dateCreated: '2026-03-04T10:29:59.000Z',
    })
    expect(body[1].user).toEqual({ id: null, display_name: 'ada' })
    expect(headers.link).toContain('rel="next"; results="false"')
  })

  it('are listed by pages, by a period and by a search, and whole', async () => {
    const { get, id } = await openWithEvents(engine)
    const idsAt = async (query: string) =>
      (await get(`/organizations/desk/issues/${id}/events/?${query}`)).body.map(
        ({ eventID }: { eventID: string }) => eventID,
      )
    expect(await idsAt('per_page=1')).toEqual([EVENT_ID])
    expect(await idsAt('statsPeriod=24h')).toEqual([EVENT_ID])
    expect(await idsAt('query=level:error')).toEqual([EVENT_ID, OLDER])
    expect(await idsAt('query=shelf:B1')).toEqual([])
    const [whole] = (await get(`/issues/${id}/events/?full=1`)).body
    expect(whole.entries.map(({ type }: { type: string }) => type)).toContain('exception')
    for (const [query, detail] of [
      ['query=is:unresolved', /asks about issues/],
      ['statsPeriod=ever', /^Cannot list events: statsPeriod/],
      ['limit=0', /^Cannot list events: limit/],
    ] as const)
      expect(await get(`/issues/${id}/events/?${query}`)).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(detail) },
      })
  })

  it('are found by their place and by their id', async () => {
    const { get, id } = await openWithEvents(engine)
    for (const [name, eventId] of [
      ['latest', EVENT_ID],
      ['oldest', OLDER],
      ['recommended', OLDER], // it says who the user is
      [OLDER, OLDER],
    ]) {
      const { body } = await get(`/organizations/desk/issues/${id}/events/${name}/`)
      expect([name, body.eventID, body.entries.length > 0]).toEqual([name, eventId, true])
    }
    expect((await get(`/issues/${id}/events/newest/`)).status).toBe(400)
    expect((await get(`/issues/${id}/events/${'9'.repeat(32)}/`)).status).toBe(404)
    expect((await get('/issues/99/events/latest/')).status).toBe(404)
    expect((await get(`/organizations/other/issues/${id}/events/latest/`)).status).toBe(404)
  })

  it('have the hashes that lead to their issue, with the latest event', async () => {
    const { get, store, id } = await openWithEvents(engine)
    const key = { project_id: 1, issue_id: id, grouping_version: 1, grouping_key: 'key 7' }
    await store.write((trx) => trx.insertInto('issue_grouping').values(key).execute())
    expect((await get(`/issues/${id}/hashes/`)).body).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), latestEvent: expect.objectContaining({ id: EVENT_ID }) },
    ])
    expect((await get('/issues/99/hashes/')).status).toBe(404)
  })

  it('have values of tags, activities and notes at the addresses of newer clients', async () => {
    const { get, ask, store, id } = await openWithEvents(engine)
    const seen = { event_count: 2, first_seen: NOW, last_seen: NOW }
    await store.write(async (trx) => {
      const tag = { project_id: 1, issue_id: id, key: 'shelf' }
      await trx
        .insertInto('issue_tag')
        .values({ ...tag, value: 'A3', ...seen })
        .execute()
      await trx
        .insertInto('issue_tag_key')
        .values({ ...tag, value_count: 1, other_count: 0 })
        .execute()
    })
    expect((await get(`/issues/${id}/tags/shelf/values/`)).body).toEqual([
      expect.objectContaining({ key: 'shelf', value: 'A3', count: 2 }),
    ])
    expect((await get(`/issues/${id}/tags/none/values/`)).status).toBe(404)
    expect((await ask('POST', `/issues/${id}/notes/`, { text: 'seen' })).status).toBe(201)
    expect((await get(`/issues/${id}/notes/`)).body).toMatchObject([{ type: 'note', text: 'seen' }])
    const { activity } = (await get(`/issues/${id}/activities/`)).body
    expect(activity.map(({ type }: { type: string }) => type)).toEqual(['note', 'first_seen'])
    expect((await get('/issues/99/activities/')).status).toBe(404)
  })
})
