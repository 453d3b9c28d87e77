import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { anEnvelopeOf, aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { anEventId, openEventStore, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const NOW = 500_000 * HOUR_MS

async function open(publicUrl = 'https://desk.example') {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({
    sees: 'all',
    store: opened.store,
    viewer,
    publicUrl,
    clock: () => NOW,
    newKey: () => 'b'.repeat(32),
  })
  return { ...opened, desk }
}

function anError(number: number, type = `Error${number}`, more: Record<string, unknown> = {}) {
  return { event_id: anEventId(number), exception: { values: [{ type, value: 'broken' }] }, ...more }
}

describe('projects', () => {
  it('lists them with their open issues', async () => {
    const { desk, send } = await open()
    send(anError(1))
    expect(await desk.projects.list()).toEqual([
      { id: 1, slug: 'crumbtrail', name: 'Crumbtrail', createdAt: NOW, openIssueCount: 1, isOwn: true },
    ])
  })

  it('gives the address that SDKs report to, below a path too', async () => {
    const { desk } = await open('https://example.com/desk/')
    expect((await desk.projects.find('crumbtrail'))?.dsn).toBe(`https://${PROJECT_KEY}@example.com/desk/1`)
    expect(await desk.projects.find('nobody')).toBeUndefined()
  })

  it('gives no address when the keys are disabled', async () => {
    const { desk, store } = await open()
    await store.write((trx) => trx.updateTable('project_key').set({ is_active: 0 }).execute())
    expect((await desk.projects.find('crumbtrail'))?.dsn).toBe('')
  })

  it.each([
    ['Shop', 'shop'],
    ['  Näh & Garn / 2 ', 'nah-garn-2'],
    ['Μαγαζί', 'μαγαζι'],
  ])('makes %j as %s', async (name, slug) => {
    const { desk } = await open()
    expect(await desk.projects.create(name)).toEqual({
      project: {
        id: 2,
        slug,
        name: name.trim(),
        createdAt: NOW,
        openIssueCount: 0,
        dsn: `https://${'b'.repeat(32)}@desk.example/2`,
      },
    })
  })

  it.each([
    ['   ', 'its name is empty'],
    ['!?', 'its name has neither a letter nor a digit'],
    ['x'.repeat(81), 'its name is longer than 80 characters'],
    ['crumbTrail', 'the name "crumbtrail" is taken'],
  ])('refuses %j', async (name, why) => {
    const { desk } = await open()
    expect(await desk.projects.create(name)).toEqual({ refusal: `Cannot create the project: ${why}` })
  })
})

describe('issues', () => {
  it('counts the last 24 hours, oldest first', async () => {
    const { desk, send } = await open()
    send(anError(1, 'E'), NOW)
    send(anError(2, 'E'), NOW - HOUR_MS)
    send(anError(3, 'E'), NOW - HOUR_MS)
    send(anError(4, 'E'), NOW - 23 * HOUR_MS)
    send(anError(5, 'E'), NOW - 24 * HOUR_MS)
    const { items } = await desk.issues.list({ limit: 10 })
    expect(items[0]?.hourlyCounts).toEqual([1, ...new Array(21).fill(0), 2, 1])
    expect(items[0]).toMatchObject({
      shortId: 'CRUMBTRAIL-1',
      eventCount: 5,
      lastSeen: NOW,
      firstSeen: NOW - 24 * HOUR_MS,
    })
  })

  it('finds none by what is no id', async () => {
    const { desk } = await open()
    for (const id of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
      expect(await desk.issues.find(id)).toBeUndefined()
      expect(await desk.events.find(id, 'latest')).toBeUndefined()
      expect(await desk.events.findInProject(id, anEventId(1))).toBeUndefined()
      expect(await desk.events.list(id, { limit: 10 })).toEqual({ items: [], nextCursor: null })
    }
  })

  it('is unhandled if any exception of any event was, and has the latest of our faults', async () => {
    const { desk, send } = await open()
    send(anError(1, 'E', { contexts: { error: { digest: 'AAAAAA-000001' } } }))
    send({
      event_id: anEventId(2),
      exception: { values: [{ type: 'E', value: 'broken', mechanism: { type: 'x', handled: false } }] },
      contexts: { error: { digest: 'BBBBBB-000002' } },
    })
    send(anError(3, 'E'))
    expect(await desk.issues.find(1)).toMatchObject({ isUnhandled: true, fault: 'BBBBBB', eventCount: 3 })
  })
})

describe('events', () => {
  it('walks from one to its neighbours in time', async () => {
    const { desk, send } = await open()
    send(anError(1, 'E'), NOW)
    send(anError(2, 'E'), NOW - 5)
    send(anError(3, 'E'), NOW)
    const latest = await desk.events.find(1, 'latest')
    expect(latest).toMatchObject({
      eventId: anEventId(3),
      olderEventId: anEventId(1),
      newerEventId: null,
      projectId: 1,
    })
    expect(latest?.payload.exception.values[0]?.type).toBe('E')
    expect(await desk.events.find(1, anEventId(2))).toMatchObject({
      titles: null,
      olderEventId: null,
      newerEventId: anEventId(1),
    })
    const listed = await desk.events.list(1, { limit: 2 })
    expect(listed.items.map(({ eventId }) => eventId)).toEqual([anEventId(3), anEventId(1)])
    const rest = await desk.events.list(1, { limit: 2, cursor: listed.nextCursor ?? '' })
    expect(rest.items.map(({ eventId }) => eventId)).toEqual([anEventId(2)])
    expect(rest.nextCursor).toBeNull()
    const earlier = await desk.events.list(1, { limit: 1, within: { from: NOW - 5, before: NOW } })
    expect(earlier.items.map(({ eventId }) => eventId)).toEqual([anEventId(2)])
    expect(earlier.nextCursor).toBeNull()
  })

  it('finds one by project and id, as people write ids', async () => {
    const { desk, send } = await open()
    const eventId = 'abcdef01234567890000000000000001'
    send({
      ...anError(1),
      event_id: eventId,
      user: { email: 'a@b.example' },
      environment: 'test',
      release: 'r1',
    })
    const asUuid = 'ABCDEF01-2345-6789-0000-000000000001'
    expect(await desk.events.findInProject(1, asUuid)).toMatchObject({
      eventId,
      userLabel: 'a@b.example',
      environment: 'test',
      release: 'r1',
    })
    expect(await desk.events.findInProject(2, eventId)).toBeUndefined()
    expect(await desk.events.find(2, eventId)).toBeUndefined()
  })
})

describe('desk.search.findByDigest()', () => {
  it('finds the event by a whole digest and the issue by its first half', async () => {
    const { desk, send } = await open()
    send(anError(1, 'E', { contexts: { error: { digest: 'K7Q2MX-4T9ZPA' } } }))
    const event = { kind: 'event', issueId: 1, eventId: anEventId(1), projectId: 1 }
    expect(await desk.search.findByDigest('K7Q2MX-4T9ZPA')).toEqual(event)
    expect(await desk.search.findByDigest(' k7q2mx4t9zpa ')).toEqual(event)
    expect(await desk.search.findByDigest('k7q2mx')).toEqual({ kind: 'issue', issueId: 1 })
    expect(await desk.search.findByDigest('K7Q2MX-4T9ZPB')).toBeUndefined()
    expect(await desk.search.findByDigest('K7Q2M')).toBeUndefined()
    expect(await desk.search.findByDigest('')).toBeUndefined()
  })

  it('finds the newest event of a foreign digest, wherever its SDK put it', async () => {
    const { desk, send } = await open()
    send(anError(1, 'E', { extra: { 'error.digest': 329735291 } }))
    send(anError(2, 'E', { contexts: { Error: { digest: '329735291' } } }))
    send(anError(3, 'F', { tags: { digest: '329736' } }))
    expect(await desk.search.findByDigest('329735291')).toMatchObject({
      kind: 'event',
      eventId: anEventId(2),
    })
    expect(await desk.search.findByDigest('329736')).toMatchObject({ kind: 'event', eventId: anEventId(3) })
    expect(await desk.search.findByDigest('32973529')).toBeUndefined()
  })
})

describe('desk.traces.read()', () => {
  it('lists spans from top to bottom with their errors, and errors that have none', async () => {
    const { desk, send, writeBatch } = await open()
    const body = anEnvelopeOf(
      aTransaction([
        { number: 3, parent: 1 },
        { number: 4, parent: 2 },
        { number: 2, parent: 1 },
      ]),
    )
    writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body }], [])
    const inTrace = (span: number) => ({
      contexts: { trace: { trace_id: TRACE_ID, span_id: aSpanId(span) } },
    })
    send(anError(1, 'E', { timestamp: 2, ...inTrace(4) }))
    send(anError(2, 'E', { timestamp: 1, ...inTrace(4) }))
    send(anError(3, 'F', inTrace(99)))
    send(anError(4, 'G'))

    const trace = await desk.traces.read(TRACE_ID.toUpperCase())
    expect(trace).toMatchObject({ traceId: TRACE_ID, isWhole: true })
    expect(trace.spans.map(({ spanId, depth, isSegment }) => [spanId, depth, isSegment])).toEqual([
      [aSpanId(1), 0, true],
      [aSpanId(2), 1, false],
      [aSpanId(4), 2, false],
      [aSpanId(3), 1, false],
    ])
    expect(trace.spans[2]?.errors.map(({ eventId }) => eventId)).toEqual([anEventId(2), anEventId(1)])
    expect(trace.looseErrors).toMatchObject([
      { eventId: anEventId(3), issueId: 2, type: 'F', value: 'broken', level: 'error', spanId: aSpanId(99) },
    ])
  })

  it('is empty for what is stored nowhere, and for what is no id', async () => {
    const { desk } = await open()
    for (const id of ['', 'x', '0'.repeat(32), TRACE_ID]) {
      expect(await desk.traces.read(id)).toEqual({ traceId: id, spans: [], looseErrors: [], isWhole: true })
    }
  })
})
