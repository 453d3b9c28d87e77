import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import {
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  RECEIVED_AT,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EVENTS = '/organizations/desk/events/'
const SESSIONS = '/organizations/desk/sessions/'

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  const { store } = opened
  const app = Fastify()
  checkAnswers(app)
  const publicUrl = 'https://desk.example'
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => RECEIVED_AT }))
  onTestFinished(async () => {
    await app.close()
    await opened.close()
  })
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: 0, random: randomBytes, by: COMMAND }),
  )
  return {
    ...opened,
    async get(path: string) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await app.inject({ url: `/api/0${path}`, headers })
      return { status: response.statusCode, body: response.json(), link: String(response.headers.link) }
    },
    sendItems: (...items: SampleItem[]) =>
      opened.writeBatch(
        [{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body: anEnvelopeOf(...items) }],
        [],
      ),
  }
}

describe(`GET ${EVENTS}`, () => {
  it('lists logs, the newest first, by words and page by page', async () => {
    const { get, sendItems } = await open()
    sendItems(aLogContainer(['cart is empty', 'no price', 'cart is full']))
    const { status, body } = await get(`${EVENTS}?dataset=logs&project=-1`)
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ dataset: 'logs', fields: { timestamp: 'date', message: 'string' } })
    expect(body.data).toMatchObject([{ message: 'cart is full' }, { message: 'no price' }, {}])
    expect(body.data[2]).toEqual({
      id: expect.any(String),
      'sentry.item_id': body.data[2].id,
      project: 'crumbtrail',
      timestamp: '2026-09-21T14:13:20.000Z',
      timestamp_us: 1_790_000_000_000_000,
      timestamp_precise: 1_790_000_000_000_000_000,
      severity: 'warn',
      message: 'cart is empty',
      trace: TRACE_ID,
      span_id: null,
      release: 'shop@1.4.0',
      environment: 'production',
      attributes: expect.objectContaining({ cart: 7 }),
    })
    const asked = await get(`${EVENTS}?dataset=logs&project=-1&field=message&field=cart&field=none`)
    expect(asked.body.data[2]).toMatchObject({ message: 'cart is empty', cart: 7, none: null })
    expect(asked.body.meta.fields).toMatchObject({ cart: 'number', none: 'string' })
    const first = await get(`${EVENTS}?dataset=ourlogs&query=cart&per_page=1&project=crumbtrail`)
    expect(first.body.data).toMatchObject([{ message: 'cart is full' }])
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(first.link)?.[1] ?? ''
    const second = await get(`${EVENTS}?dataset=logs&project=-1&query=cart&per_page=1&cursor=${cursor}`)
    expect(second.body.data).toMatchObject([{ message: 'cart is empty' }])
    expect((await get(`${EVENTS}?dataset=logs&environment=staging`)).body.data).toEqual([])
    expect((await get(`${EVENTS}?dataset=logs&statsPeriod=1m`)).body.data).toEqual([])
  })

  it('lists the values of a metric', async () => {
    const { get, sendItems } = await open()
    sendItems(aMetricContainer([{ value: 3 }, { value: 4, unit: 'item' }, { name: 'other' }]))
    const { body } = await get(`${EVENTS}?dataset=metrics&metric=orders&project=1`)
    expect(body.data).toMatchObject([
      { 'metric.name': 'orders', 'metric.unit': 'item', value: 4, project: 'crumbtrail' },
      { 'metric.type': 'counter', value: 3, release: 'shop@1.4.0', attributes: { route: '/cart' } },
    ])
    expect((await get(`${EVENTS}?dataset=metrics&metric=orders&end=2026-09-21T14:00`)).body.data).toEqual([])
  })

  it.each([
    [
      'dataset=profiles',
      400,
      'Cannot list events: the dataset must be errors, spans, transactions, logs or metrics',
    ],
    ['dataset=metrics', 400, 'Cannot list metrics: the parameter "metric" is required'],
    ['dataset=logs&project=nobody', 404, 'Cannot list logs: there is no such project'],
    ['dataset=logs&limit=0', 400, 'Cannot list logs: limit is "0", which is not a number from 1 to 100'],
    [
      'dataset=logs&statsPeriod=soon',
      400,
      'Cannot list logs: statsPeriod is "soon", which is not a period like 30m, 24h or 14d, up to 92d',
    ],
    ['dataset=logs&start=never', 400, 'Cannot list logs: start is "never", which is not a time'],
    [
      'dataset=logs&start=2026-01-01&end=2026-09-01',
      400,
      'Cannot list logs: the period is longer than 92 days',
    ],
    [
      'dataset=logs&start=2026-09-02&end=2026-09-01',
      400,
      'Cannot list logs: the period ends before it begins',
    ],
  ])('refuses %s', async (query, status, detail) => {
    const { get } = await open()
    expect(await get(`${EVENTS}?${query}`)).toMatchObject({ status, body: { detail } })
  })
})

describe(`GET ${SESSIONS}`, () => {
  async function withSessions() {
    const opened = await open()
    const send = (release: string, started: string, counts: object) =>
      opened.sendItems(
        aggregatedSessions({
          aggregates: [{ started, ...counts }],
          attrs: { release, environment: 'production' },
        }),
      )
    send('1.0.0', '2026-09-21T12:10:00.000Z', { exited: 3, crashed: 1 })
    send('1.1.0', '2026-09-21T14:00:00.000Z', { exited: 12 })
    send('1.0.0', '2026-09-10T14:00:00.000Z', { exited: 50 })
    return opened
  }

  it('counts sessions by hour, and how many went well', async () => {
    const { get } = await withSessions()
    const { status, body } = await get(
      `${SESSIONS}?project=-1&statsPeriod=3h&field=sum(session)&field=crash_free_rate(session)`,
    )
    expect(status).toBe(200)
    expect(body.intervals).toEqual([
      '2026-09-21T12:00:00.000Z',
      '2026-09-21T13:00:00.000Z',
      '2026-09-21T14:00:00.000Z',
    ])
    expect(body).toMatchObject({ start: '2026-09-21T12:00:00.000Z', end: '2026-09-21T15:00:00.000Z' })
    expect(body.groups).toEqual([
      {
        by: {},
        totals: { 'sum(session)': 16, 'crash_free_rate(session)': 1 - 1 / 16 },
        series: { 'sum(session)': [4, 0, 12], 'crash_free_rate(session)': [0.75, null, 1] },
      },
    ])
  })

  it('groups them, by days where the period is long', async () => {
    const { get } = await withSessions()
    const { body } = await get(`${SESSIONS}?project=-1&statsPeriod=14d&groupBy=release&groupBy=project`)
    expect(body.intervals).toHaveLength(15)
    expect(body.groups).toMatchObject([
      { by: { release: '1.0.0', project: 1 }, totals: { 'sum(session)': 54 } },
      { by: { release: '1.1.0', project: 1 }, totals: { 'sum(session)': 12 } },
    ])
    const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
    expect(sum(body.groups[0].series['sum(session)'])).toBe(54)
    const none = await get(`${SESSIONS}?environment=staging`)
    expect(none.body.groups).toMatchObject([{ by: {}, totals: { 'sum(session)': 0 } }])
  })

  it.each([
    [
      'field=p95(session)',
      /^Cannot count sessions: field is "p95\(session\)", which is not one of sum\(session\), /,
    ],
    ['groupBy=__proto__', /^Cannot count sessions: groupBy is "__proto__", which is not one of project, /],
    ['interval=5h', /^Cannot count sessions: the interval must divide a day, like 1h, 6h or 1d; /],
    [
      'field=length_of(session)',
      /^Cannot count sessions: field is "length_of\(session\)", which is not one of sum\(session\), /,
    ],
    [
      'field=crash_rate(user)&groupBy=environment',
      /^Cannot count sessions: users are not counted by environment$/,
    ],
    [
      'field=count_unique(user)&environment=a',
      /^Cannot count sessions: users are not counted by environment$/,
    ],
    ['query=os:iOS', /^Cannot count sessions: query is "os", which is not one of project, release, /],
    ['orderBy=-health', /^Cannot count sessions: orderBy must be a field, or what is grouped by$/],
    ['per_page=0', /^Cannot count sessions: limit is "0", which is not a number from 1 to 100$/],
    ['project=9', /^Cannot count sessions: there is no such project$/],
  ])('refuses %s', async (query, detail) => {
    const { get } = await open()
    expect((await get(`${SESSIONS}?${query}`)).body.detail).toMatch(detail)
  })
})

describe('a project', () => {
  it('has events by hour and by day', async () => {
    const { get, send } = await open()
    for (const ago of [0, 0, 2 * HOUR_MS, 40 * HOUR_MS]) send({ message: 'no price' }, RECEIVED_AT - ago)
    const hours = await get('/projects/desk/crumbtrail/stats/?statsPeriod=3h')
    expect(hours.body).toEqual([
      [1_789_992_000, 1],
      [1_789_995_600, 0],
      [1_789_999_200, 2],
    ])
    const days = await get('/projects/desk/1/stats/?resolution=1d&since=1789776000&until=1790000100')
    expect(days.body).toEqual([
      [1_789_776_000, 1],
      [1_789_862_400, 0],
      [1_789_948_800, 3],
    ])
    expect((await get('/projects/desk/nobody/stats/')).status).toBe(404)
    expect((await get('/projects/desk/1/stats/?stat=blacklisted')).body.detail).toContain('stat can only be')
    expect((await get('/projects/desk/1/stats/?since=soon')).body.detail).toContain('start is "soon"')
  })

  it('has people by day, and each of them once in all', async () => {
    const { get, send } = await open()
    for (const [id, ago] of [
      ['1', 0],
      ['2', 0],
      ['1', DAY_MS],
      ['3', 30 * DAY_MS],
    ] as const) {
      send({ message: 'no price', user: { id } }, RECEIVED_AT - ago)
    }
    expect((await get('/projects/desk/crumbtrail/people/')).body).toEqual({
      start: '2026-09-07T14:15:00.000Z',
      end: '2026-09-21T14:15:00.000Z',
      userCount: 2,
      days: [
        { date: '2026-09-20', userCount: 1 },
        { date: '2026-09-21', userCount: 2 },
      ],
    })
    expect((await get('/projects/desk/crumbtrail/people/?statsPeriod=31d')).body.userCount).toBe(3)
    expect((await get('/projects/desk/nobody/people/')).status).toBe(404)
  })
})

it('counts an issue’s events and users of the chosen period and environment, with the totals beside them', async () => {
  const { get, send } = await open()
  for (const [id, ago, environment] of [
    ['1', 0, 'production'],
    ['1', HOUR_MS, 'production'],
    ['2', 5 * HOUR_MS, 'staging'],
    ['3', 3 * DAY_MS, 'production'],
  ] as const) {
    send({ message: 'no price', user: { id }, environment }, RECEIVED_AT - ago)
  }
  const countsOf = async (asked: string) => {
    const [issue] = (await get(`/organizations/desk/issues/?project=-1&${asked}`)).body
    return issue && [issue.count, issue.userCount, issue.lifetime?.count, issue.lifetime?.userCount]
  }
  expect(await countsOf('')).toEqual(['4', 3, undefined, undefined])
  expect(await countsOf('statsPeriod=')).toEqual(['4', 3, undefined, undefined])
  expect(await countsOf('statsPeriod=24h')).toEqual(['3', 2, '4', 3])
  expect(await countsOf('statsPeriod=14d&environment=production')).toEqual(['3', 2, '4', 3])
  expect(await countsOf('environment=staging')).toEqual(['1', 1, '4', 3])
  expect(await countsOf('start=2026-09-18T00:00:00&end=2026-09-19T00:00:00')).toEqual(['1', 1, '4', 3])
  expect(await countsOf('start=2026-09-19T00:00:00&end=2026-09-20T00:00:00')).toBeUndefined()
  expect(await countsOf('statsPeriod=1h&environment=staging')).toBeUndefined()
})

it.each([
  `${EVENTS}?dataset=logs`,
  `${EVENTS}?dataset=metrics&metric=orders`,
  `${SESSIONS}?groupBy=release`,
  '/organizations/desk/releases/',
  '/organizations/desk/issues/',
])('leaves out Crumbtrail’s own project, unless it is asked for: %s', async (path) => {
  const { get, send, sendItems } = await open()
  send({ message: 'one', release: '1.0.0' }, RECEIVED_AT)
  sendItems(
    aLogContainer(['paid']),
    aMetricContainer([{ value: 3 }]),
    aggregatedSessions({ aggregates: [{ started: '2026-09-21T14:00:00.000Z', exited: 1 }] }),
  )
  const countOf = async (project: string) => {
    const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}${project}`)
    return (body.data ?? body.groups ?? body).length
  }
  expect(await countOf('')).toBe(0)
  for (const project of ['project=-1', 'project=1', 'project=crumbtrail']) {
    expect(await countOf(project), project).toBeGreaterThan(0)
  }
})

it('releases have how they did in a period', async () => {
  const { get, sendItems } = await open()
  sendItems(
    aggregatedSessions({ aggregates: [{ started: '2026-09-18T14:00:00.000Z', exited: 3, crashed: 1 }] }),
  )
  expect((await get('/organizations/desk/releases/?project=-1')).body).toMatchObject([
    { crashFreeSessions: null },
  ])
  expect((await get('/organizations/desk/releases/?project=-1&statsPeriod=7d')).body).toMatchObject([
    { crashFreeSessions: 75, adoption: 100 },
  ])
  expect((await get('/organizations/desk/releases/?statsPeriod=7')).status).toBe(400)
})
