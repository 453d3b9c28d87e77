import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChance } from '#server/demo/chance.ts'
import { fillDemo } from '#server/demo/fill-demo.ts'
import { planDemo } from '#server/demo/plan.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { deleteProject } from '#server/store/projects/demo-project.ts'
import { aRule } from '#tests/support/alerts/alerts-bench.ts'
import { replayNew } from '#tests/support/alerts/replay-new.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20, 9, 30)
/** Seven thousand envelopes take a second or two, and ten where the processors are busy. */
const timeout = 60_000

/** What somebody who comes from Sentry types first. */
const SEARCHES = [
  ...['browser:Firefox', 'os:Android', 'device:iPhone', 'runtime:CPython', 'platform:java', 'user.id:1001'],
  ...['user.email:chioma@shop.example', 'user:chioma@shop.example', 'user.username:"Chioma Okafor"'],
  ...[
    'release:2.5.0',
    'firstRelease:2.5.0',
    'error.unhandled:true',
    'error.handled:true',
    'http.method:POST',
  ],
  ...['url:https://shop.example/cart', 'stack.filename:total.ts', 'stack.function:totalOf', 'geo.city:Lagos'],
  ...[
    'error.type:LockNotAvailable',
    'error.type:SyntaxError',
    'sdk.name:sentry.go',
    'transaction:/cart',
    'region:eu-west',
  ],
]

async function open() {
  const opened = await openEventStore(() => NOW)
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({
    sees: 'all',
    store: opened.store,
    viewer,
    publicUrl: 'https://desk.example',
    clock: () => NOW,
  })
  return { ...opened, desk }
}

/** How many rows each table has that stands in the schema itself. */
function rowsOf({ connection }: Awaited<ReturnType<typeof open>>): Record<string, number> {
  const tables = connection
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'issue_search%'`)
    .all()
    .map(({ name }) => String(name))
  return Object.fromEntries(
    tables.map((name) => [
      name,
      Number(connection.prepare(`select count(*) as count from "${name}"`).get()?.count),
    ]),
  )
}

it('plans the same for the same chance and time, in the order of time, up to now', () => {
  const [plan, again] = [planDemo(createChance(7), NOW), planDemo(createChance(7), NOW)]
  expect(plan).toEqual(again)
  expect(planDemo(createChance(8), NOW)).not.toEqual(plan)
  const times = plan.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(NOW + 3_600_000)
})

describe('the demo', { timeout }, () => {
  let filled: Awaited<ReturnType<typeof open>>
  /** What was stored before it, for somebody else. */
  let before: Record<string, number>

  beforeAll(async () => {
    filled = await open()
    filled.send({ event_id: '1'.repeat(32), message: 'of somebody else' })
    before = rowsOf(filled)
    const { store, file: place } = filled
    expect(await fillDemo({ store, place, now: NOW, seed: 7 })).toMatchObject({ projectId: 2 })
  })

  afterAll(() => filled.close())

  it('has something for every page', async () => {
    const { desk } = filled
    const project = await desk.projects.find('demo')
    expect(project).toMatchObject({ name: 'Demo shop', isDemo: true })
    const issues = await desk.issues.search({ limit: 100, projectSlug: 'demo', query: 'is:regressed' })
    expect('items' in issues && issues.items.map(({ type }) => type)).toEqual(['TypeError'])
    for (const query of SEARCHES) {
      const found = await desk.issues.search({ limit: 1, projectSlug: 'demo', query })
      expect('items' in found && found.items, query).toHaveLength(1)
    }
    const use = await desk.usage.listStorage('demo')
    expect(use.map(({ category }) => category).toSorted()).toEqual([
      ...['check_ins', 'commits', 'events', 'feedback', 'logs', 'metrics', 'segments', 'spans'],
    ])
    const period = { start: NOW - 14 * 86_400_000, end: NOW }
    const scope = { project: 'demo', environment: undefined, period }
    expect(await desk.feedback.count(scope)).toEqual({ open: 4, resolved: 2, spam: 1 })
    const monitors = await desk.monitors.list({ ...scope, cursor: undefined, limit: 10 })
    expect(monitors.items.map(({ slug }) => slug)).toContain('search-reindex')
    const { metrics } = await desk.metrics.list({
      ...scope,
      steps: 4,
      search: '',
      after: undefined,
      limit: 9,
    })
    expect(metrics.map(({ name }) => name)).toEqual([
      ...[
        'db.client.connection.count',
        'http.server.request.duration',
        'process.memory.usage',
        'shop.orders',
      ],
    ])
    const releases = await desk.releases.list({ limit: 10, projectIds: [2] })
    expect(releases.items).toHaveLength(5)
    const { sums } = await desk.usage.read(scope)
    expect(sums.filter(({ outcome }) => outcome === 'invalid' || outcome === 'rate_limited')).toEqual([])
    expect((await desk.releases.listDeploys(2, 'shop@2.5.0')).length).toBe(2)
  })

  it.each(ENGINES)(
    'has a preview that says how many messages are sent when it happens, issue by issue, on %s',
    async (engine) => {
      const { store, desk } = filled
      const rule = aRule({ happening: 'new', project: 'demo' })
      const preview = await desk.alerts.rules.preview(rule)
      const begun = await store.db
        .selectFrom('issue')
        .select('first_seen as at')
        .where('project_id', '=', 2)
        .where('first_seen', '>', NOW - 14 * 86_400_000)
        .orderBy('first_seen')
        .execute()
      const times = begun.map(({ at }) => at)
      // What happened in the demo happens again on this engine, whose own preview says the same of it.
      const { sent, told, preview: own } = await replayNew(engine, times)
      expect(times.length).toBeGreaterThanOrEqual(10)
      expect(told).toBe(times.length)
      expect(preview).toMatchObject({ messages: sent, subjects: told, kind: 'issue' })
      expect(own).toMatchObject({ messages: sent, subjects: told })
    },
  )

  it('is refused where a project has its name', async () => {
    const { store, file, desk, close } = await open()
    onTestFinished(close)
    await desk.projects.create('Demo')
    expect(await fillDemo({ store, place: file, now: NOW, seed: 7 })).toEqual({
      refusal: 'Cannot add the demo: a project "demo" already exists',
    })
    expect(await desk.projects.removeDemo('demo')).toEqual({
      refusal: 'Cannot remove the project: it is not the demo',
    })
  })

  it('goes whole, and nothing else with it', async () => {
    const { desk } = filled
    expect(rowsOf(filled)).not.toEqual(before)
    expect(await desk.projects.removeDemo('demo')).toBeUndefined()
    expect(rowsOf(filled)).toEqual({ ...before, audit_entry: 1 })
    expect(await desk.projects.find('demo')).toBeUndefined()
    expect(await desk.events.find(1, '1'.repeat(32))).toBeDefined()
    expect(filled.connection.prepare('pragma foreign_key_check').all()).toEqual([])
  })

  it('leaves a block that others lie in', async () => {
    const { store, connection, writeBatch, desk, close } = await open()
    onTestFinished(close)
    await desk.projects.create('Other')
    const body = (id: string) =>
      new TextEncoder().encode(`{}\n{"type":"event"}\n{"event_id":"${id}","message":"x"}\n`)
    const at = { keyId: 1, receivedAt: NOW }
    const [mine, other] = ['1'.repeat(32), '2'.repeat(32)]
    writeBatch(
      [
        { ...at, projectId: 1, body: body(mine) },
        { ...at, projectId: 2, keyId: 2, body: body(other) },
      ],
      [],
    )
    expect(connection.prepare('select count(*) as count from payload_block').get()?.count).toBe(1)
    await store.write((trx) => deleteProject(trx, 2))
    expect((await desk.events.findInProject(1, mine))?.payload.event_id).toBe(mine)
  })
})
