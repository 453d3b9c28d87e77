import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { type IngestApp, openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { PROJECT_KEY } from '#tests/support/store/event-store.ts'

const MINUTE_MS = 60_000
const NOON = Date.UTC(2026, 8, 15, 12)

async function open() {
  const time = { now: NOON }
  const opened = await openIngestApp({ clock: () => time.now })
  onTestFinished(opened.close)
  const limit = async (...rules: Partial<RateLimitRule>[]) => {
    const all = rules.map((rule) => ({ per: 'minute', quantity: 1, scope: 'project', ...rule }) as const)
    await opened.store.write((trx) => putProjectSetting(trx, 1, 'rateLimits', { rules: all }))
    time.now += 1_000 // the endpoint notices within a second
  }
  return { ...opened, time, limit }
}

function anEvent(number: number): string {
  return `{"type":"event"}\n{"event_id":"${number.toString(16).padStart(32, '0')}"}\n`
}

async function post(app: FastifyInstance, ...items: string[]) {
  const url = `/api/1/envelope/?sentry_key=${PROJECT_KEY}`
  const { statusCode, headers } = await app.inject({ method: 'POST', url, body: ['{}\n', ...items].join('') })
  return { statusCode, retryAfter: headers['retry-after'], limits: headers['x-sentry-rate-limits'] }
}

async function listOutcomes({ store, writer }: IngestApp) {
  await writer.idle()
  return store.db
    .selectFrom('outcome')
    .select(['category', 'outcome', 'reason', 'quantity'])
    .orderBy('category')
    .orderBy('outcome')
    .execute()
}

const session = '{"type":"session"}\n{"sid":"c","init":true,"started":"2026-09-15T12:00:00Z"}\n'

describe('the limits of a project', () => {
  it('are off until they are set', async () => {
    const { app } = await open()
    for (let number = 1; number <= 20; number++)
      expect((await post(app, anEvent(number))).statusCode).toBe(200)
  })

  it('answer 429 with how long to pause, and take again in the next window', async () => {
    const opened = await open()
    await opened.limit({ quantity: 2 })
    for (const number of [1, 2]) expect((await post(opened.app, anEvent(number))).statusCode).toBe(200)
    expect(await post(opened.app, anEvent(3))).toEqual({
      statusCode: 429,
      retryAfter: '59',
      limits: '59::project:project_minute',
    })
    opened.time.now += MINUTE_MS
    expect((await post(opened.app, anEvent(3))).statusCode).toBe(200)
    expect(await listOutcomes(opened)).toEqual([
      { category: 'error', outcome: 'accepted', reason: '', quantity: 3 },
      { category: 'error', outcome: 'rate_limited', reason: 'project_minute', quantity: 1 },
    ])
  })

  it('take what they do not limit, and say so on the 200', async () => {
    const opened = await open()
    await opened.limit({ category: 'error', quantity: 0, per: 'month' })
    const clientReport = '{"type":"client_report"}\n{"discarded_events":[]}\n'
    expect(await post(opened.app, clientReport, anEvent(1))).toEqual({
      statusCode: 200,
      retryAfter: undefined,
      limits: '600:error:project:project_month',
    })
    await post(opened.app, anEvent(2), session)
    expect(await opened.listEventIds()).toEqual([])
    const counted = await listOutcomes(opened)
    expect(counted.filter(({ outcome }) => outcome === 'rate_limited')).toEqual([
      { category: 'error', outcome: 'rate_limited', reason: 'project_month', quantity: 2 },
    ])
    expect(counted.map(({ category }) => category)).toContain('internal')
  })

  it('do not count a repeat', async () => {
    const { app, limit } = await open()
    await limit({ quantity: 2 })
    for (let sent = 0; sent < 5; sent++) expect((await post(app, anEvent(1))).statusCode).toBe(200)
    expect((await post(app, anEvent(2))).statusCode).toBe(200)
    expect((await post(app, anEvent(3))).statusCode).toBe(429)
  })

  it('can be raised while the desk runs', async () => {
    const { app, limit } = await open()
    await limit({ quantity: 1, per: 'month' })
    await post(app, anEvent(1))
    expect((await post(app, anEvent(2))).statusCode).toBe(429)
    await limit({ quantity: 2, per: 'month' })
    expect((await post(app, anEvent(2))).statusCode).toBe(200)
    expect((await post(app, anEvent(3))).statusCode).toBe(429)
    await limit()
    expect((await post(app, anEvent(3))).statusCode).toBe(200)
  })

  it('count a month on where an earlier process left it', async () => {
    const { app, limit, store } = await open()
    const past = { project_id: 1, key_id: 1, category: 'error', reason: '' }
    const hour = Math.floor(NOON / 3_600_000)
    await store.write((trx) =>
      trx
        .insertInto('outcome')
        .values([
          { ...past, hour: hour - 24, outcome: 'accepted', quantity: 90 },
          { ...past, hour: hour - 24, outcome: 'rate_limited', quantity: 500 },
          { ...past, hour: hour - 24 * 20, outcome: 'accepted', quantity: 1_000 }, // last month
        ])
        .execute(),
    )
    await limit({ quantity: 91, per: 'month' })
    expect((await post(app, anEvent(1))).statusCode).toBe(200)
    expect((await post(app, anEvent(2))).statusCode).toBe(429)
  })
})
