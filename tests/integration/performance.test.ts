import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import type { RouteSort } from '#server/models/performance.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12, 30)
const PAGE = { sort: 'count' as RouteSort, isAscending: false, search: '', from: 0, limit: 25 }

interface Sent {
  name: string
  millis: number
  hoursAgo?: number
  environment?: string
  status?: string
}

let ids = 0

function transactionOf({ name, millis, hoursAgo = 0, environment, status = 'ok' }: Sent): Uint8Array {
  const id = (++ids).toString(16).padStart(16, '0')
  const start = (NOW - hoursAgo * HOUR - 60_000) / 1_000
  const item = {
    type: 'transaction',
    transaction: name,
    environment,
    release: 'shop@1.4.2',
    start_timestamp: start,
    timestamp: start + millis / 1_000,
    contexts: { trace: { trace_id: id + id, span_id: id, op: 'http.server', status } },
    spans: [
      {
        span_id: `f${id.slice(1)}`,
        parent_span_id: id,
        op: 'db',
        description: `select * from cart where id = ${ids}`,
        start_timestamp: start,
        timestamp: start + millis / 2_000,
      },
    ],
  }
  return new TextEncoder().encode(
    `{"event_id":"${id + id}"}\n{"type":"transaction"}\n${JSON.stringify(item)}\n`,
  )
}

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const { store, writeBatch } = opened
  const desk = createDesk({
    store,
    sees: 'all',
    viewer: undefined,
    publicUrl: 'https://desk.example',
    clock: () => NOW,
  })
  const send = (bodies: Uint8Array[]) => {
    const { results } = writeBatch(
      bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: NOW, body })),
      [],
    )
    expect(results.every(({ status }) => status === 200)).toBe(true)
  }
  return { desk, send }
}

function scopeOf(hours: number, environment?: string) {
  const end = Math.ceil(NOW / HOUR) * HOUR
  const buckets = { start: end - hours * HOUR, stepMs: HOUR, count: hours }
  return { projectSlug: 'crumbtrail', environment, buckets }
}

it('shows the percentiles of what was sent within 1 %, and the rest exactly', async () => {
  const { desk, send } = await open()
  const random = seededRandom(5)
  const sent = Array.from({ length: 400 }, (_, index) => ({
    name: index % 4 === 0 ? 'GET /cart' : 'GET /items',
    millis: Math.round(Math.exp(2 + 5 * random())),
    hoursAgo: index % 20,
    status: index % 8 === 0 ? 'internal_error' : 'ok',
  }))
  for (let from = 0; from < sent.length; from += 50) send(sent.slice(from, from + 50).map(transactionOf))
  const { routes, total, countByBucket } = await desk.performance.listRoutes(scopeOf(24), PAGE)
  expect(total).toBe(2)
  expect(routes.map(({ name, count, failureRate }) => [name, count, failureRate])).toEqual([
    ['GET /items', 300, 0],
    ['GET /cart', 100, 0.5],
  ])
  for (const { name, p50, p75, p95, totalMs } of routes) {
    const own = sent.filter((one) => one.name === name).map(({ millis }) => millis)
    const sorted = own.toSorted((a, b) => a - b)
    for (const [share, shown] of [
      [0.5, p50],
      [0.75, p75],
      [0.95, p95],
    ] as const) {
      const exact = sorted[Math.floor(share * (sorted.length - 1))] ?? 0
      expect(Math.abs((shown ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.0101)
    }
    expect(totalMs).toBeCloseTo(
      own.reduce((sum, millis) => sum + millis),
      3,
    )
  }
  expect(countByBucket.reduce((sum, { answered, failed }) => sum + answered + failed, 0)).toBe(400)
})

it('counts an envelope that comes again once', async () => {
  const { desk, send } = await open()
  const body = () => transactionOf({ name: 'GET /cart', millis: 20 })
  const bodies = [body(), body()]
  send(bodies)
  send(bodies)
  send([...bodies, ...bodies])
  const { routes } = await desk.performance.listRoutes(scopeOf(24), PAGE)
  expect(routes).toMatchObject([{ name: 'GET /cart', count: 2 }])
  expect(await desk.performance.listSlowQueries(scopeOf(24), 5)).toMatchObject([
    { name: 'select * from cart where id = ?', count: 2, totalMs: 20 },
  ])
})

it('keeps to its environment, search, order and page, and compares with the time before', async () => {
  const { desk, send } = await open()
  send(
    [
      { name: 'GET /a', millis: 10, environment: 'production' },
      { name: 'GET /a', millis: 10, environment: 'staging' },
      { name: 'GET /b', millis: 300, environment: 'production' },
      { name: 'GET /b', millis: 100, environment: 'production', hoursAgo: 7 },
    ].map(transactionOf),
  )
  const names = async (scope: ReturnType<typeof scopeOf>, page: Partial<typeof PAGE>) =>
    (await desk.performance.listRoutes(scope, { ...PAGE, ...page })).routes.map(({ name }) => name)
  expect(await names(scopeOf(6), {})).toEqual(['GET /a', 'GET /b'])
  expect(await names(scopeOf(6), { sort: 'p95' })).toEqual(['GET /b', 'GET /a'])
  expect(await names(scopeOf(6), { sort: 'p95', isAscending: true })).toEqual(['GET /a', 'GET /b'])
  expect(await names(scopeOf(6), { search: '/B' })).toEqual(['GET /b'])
  expect(await names(scopeOf(6), { from: 1 })).toEqual(['GET /b'])
  expect(await names(scopeOf(6, 'staging'), {})).toEqual(['GET /a'])
  expect(await names(scopeOf(6, 'nowhere'), {})).toEqual([])
  const { routes } = await desk.performance.listRoutes(scopeOf(6), {
    ...PAGE,
    search: '/b',
    isCompared: true,
  })
  expect(routes[0]?.before).toMatchObject({ count: 1, failureRate: 0 })
  expect(routes[0]?.before?.totalMs).toBeCloseTo(100, 3)
  expect(routes[0]?.before?.p95).toBeCloseTo(100, -1)
})

it('describes one route: by time, with examples and what took the time', async () => {
  const { desk, send } = await open()
  send([10, 20, 20, 20, 900].map((millis) => transactionOf({ name: 'GET /cart', millis })))
  const route = { projectSlug: 'crumbtrail', name: 'GET /cart', op: 'http.server', side: 'server' }
  const found = await desk.performance.findRoute(route, scopeOf(24), NOW)
  expect(found?.total).toMatchObject({ count: 5, failureRate: 0 })
  expect(found?.byBucket.at(-1)).toMatchObject({ answered: 5, failed: 0 })
  expect(found?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(5)
  expect(found?.examples.slow[0]?.value).toBeCloseTo(900, 0)
  expect(found?.examples.fast[0]?.value).toBeCloseTo(10, 0)
  expect(found?.examples.usual[0]?.value).toBeCloseTo(20, 0)
  expect(found?.timeSpent.map(({ op, share }) => [op, Math.round(share * 100)])).toEqual([
    ['http.server', 50],
    ['db', 50],
  ])
  expect(
    await desk.performance.findRoute({ ...route, name: 'GET /nowhere' }, scopeOf(24), NOW),
  ).toBeUndefined()
  expect(
    await desk.performance.findRoute({ ...route, projectSlug: 'nowhere' }, scopeOf(24), NOW),
  ).toBeUndefined()
})

it('says since when a route is slower, and after which release', async () => {
  const { desk, send } = await open()
  const random = seededRandom(9)
  for (let hoursAgo = 120; hoursAgo >= 1; hoursAgo--) {
    const usual = hoursAgo <= 10 ? 340 : 120
    send(
      Array.from({ length: 6 }, () =>
        transactionOf({ name: 'POST /checkout', millis: usual * (0.8 + 0.4 * random()), hoursAgo }),
      ),
    )
  }
  const week = { projectSlug: 'crumbtrail', environment: undefined }
  const [change] = await desk.performance.listChanges(week, NOW)
  expect(change).toMatchObject({ name: 'POST /checkout', hour: Math.floor((NOW - 60_000) / HOUR) - 10 })
  expect(change?.before).toBeLessThan(160)
  expect(change?.after).toBeGreaterThan(300)
  const deploy = { environment: 'production', name: null, url: null, startedAt: null }
  const release = {
    version: 'shop@1.4.2',
    projectSlugs: ['crumbtrail'],
    releasedAt: null,
    ref: null,
    url: null,
  }
  await desk.releases.save(release)
  for (const hoursAgo of [40, 10.5, 3]) {
    await desk.releases.addDeploy('shop@1.4.2', {
      ...deploy,
      name: `${hoursAgo}`,
      finishedAt: NOW - hoursAgo * HOUR,
    })
  }
  const route = { projectSlug: 'crumbtrail', name: 'POST /checkout', op: 'http.server', side: 'server' }
  const found = await desk.performance.findRoute(route, scopeOf(24), NOW)
  expect(found?.changeAfter).toMatchObject({ version: 'shop@1.4.2', time: NOW - 10.5 * HOUR })
})
