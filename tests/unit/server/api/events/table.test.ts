import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { aLogContainer } from '#tests/support/builders/sample-records.ts'
import { aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

/** When the builders' spans and logs began. */
const START = 1_790_000_000_000
const NOW = START + 3_600_000

function anError(number: number, type: string, more: object = {}) {
  const payload = {
    event_id: String(number).padStart(32, '0'),
    timestamp: START / 1_000 + number,
    exception: { values: [{ type, value: `${type} ${number}` }] },
    environment: 'production',
    release: 'shop@1.4.0',
    ...more,
  }
  return { type: 'event', payload }
}

const ERRORS = [
  anError(1, 'CartError', { tags: { shelf: 'A3' }, user: { id: 'u1', email: 'ada@example.com' } }),
  anError(2, 'CartError', { fingerprint: ['cart'], level: 'warning' }),
  anError(3, 'StockError', { environment: 'staging', tags: { shelf: 'B1' } }),
]
const SPANS = aTransaction([
  { number: 2, parent: 1, name: 'select 1', data: { 'db.system': 'sqlite' } },
  { number: 3, parent: 1, name: 'select 2' },
])
const LOGS = [aLogContainer(['cart opened', 'cart closed']), aLogContainer(['stock low'], { level: 'error' })]

describe.each(ENGINES)('the tables of events on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>

  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    await api.send(...ERRORS, SPANS, ...LOGS)
  })

  afterAll(() => api.close())

  const get = (path: string) => api.get(path)
  const ask = (query: string) => get(`/organizations/desk/events/?project=-1&statsPeriod=24h&${query}`)

  it('have a line for each error, the newest first, with the fields that were asked for', async () => {
    const { status, body } = await ask('dataset=errors&field=title&field=issue&field=timestamp&field=shelf')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        ...{ id: '3'.padStart(32, '0'), title: 'StockError: StockError 3', issue: 'CRUMBTRAIL-3' },
        ...{ 'issue.id': expect.any(Number), timestamp: '2026-09-21T14:13:23.000Z', shelf: 'B1' },
      },
      expect.objectContaining({ title: 'CartError: CartError 2', shelf: null }),
      expect.objectContaining({ title: 'CartError: CartError 1', shelf: 'A3' }),
    ])
    expect(body.meta).toEqual({
      fields: {
        ...{ id: 'string', title: 'string', issue: 'string', 'issue.id': 'number' },
        ...{ timestamp: 'date', shelf: 'string' },
      },
      ...{ units: {}, dataset: 'errors', dataScanned: 'full' },
    })
  })

  it('count errors in groups, as the MCP server asks', async () => {
    const { body } = await ask('field=error.type&field=count()&field=last_seen()&sort=-count')
    expect(body.data).toEqual([
      { 'error.type': 'CartError', 'count()': 2, 'last_seen()': '2026-09-21T14:13:22.000Z' },
      { 'error.type': 'StockError', 'count()': 1, 'last_seen()': '2026-09-21T14:13:23.000Z' },
    ])
    expect(body.meta.fields).toEqual({ 'error.type': 'string', 'count()': 'integer', 'last_seen()': 'date' })
    expect((await ask('field=count_unique(user)&query=level:fatal')).body.data).toEqual([
      { 'count_unique(user)': 0 },
    ])
  })

  it.each([
    ['level:warning', [2]],
    ['!level:warning', [3, 1]],
    ['issue:CRUMBTRAIL-1', [1]],
    ['issue:CRUMBTRAIL-9', []],
    ['shelf:A3 OR shelf:B1', [3, 1]],
    ['shelf:*', [3, 1]],
    ['has:shelf', [3, 1]],
    ['user.email:ada@example.com', [1]],
    ['user.id:u1', [1]],
    ['release:1.4.0 environment:staging', [3]],
    ['stockerror', [3]],
    ['is:unresolved event.type:error project:crumbtrail', [3, 2, 1]],
    ['timestamp:>2026-09-21T14:13:22.500', [3]],
  ])('find errors by %s', async (query, numbers) => {
    const { body } = await ask(`field=id&query=${encodeURIComponent(query)}`)
    expect(body.data.map(({ id }: { id: string }) => Number(id))).toEqual(numbers)
  })

  it('have pages, an order and an environment', async () => {
    const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => Number(id))
    const first = await ask('field=id&sort=timestamp&per_page=2')
    expect(idsOf(first)).toEqual([1, 2])
    expect(first.headers.link).toContain('rel="next"; results="true"; cursor="0:2:0"')
    expect(idsOf(await ask('field=id&sort=timestamp&per_page=2&cursor=0:2:0'))).toEqual([3])
    expect(idsOf(await ask('field=id&environment=staging'))).toEqual([3])
  })

  it.each([
    ['dataset=profiles', /^Cannot list events: the dataset must be/],
    ['field=shout()', /^Cannot list events: shout\(\) is not a known function: use count,/],
    ['field=count()&sort=-title', /^Cannot list events: sort is "-title"/],
    ['field=id&query=count:>many', /needs a number/],
    ['field=id&query=(a', /\(/],
    ['field=id&cursor=7', /^Cannot list events: cursor/],
    ['field=percentile(span.duration,7)', /needs a share/],
  ])('refuse %s', async (query, detail) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
  })

  it('are of the projects that were named, and of no other organization', async () => {
    const at = (query: string) => get(`/organizations/desk/events/?field=id&${query}`)
    expect((await at('')).body.data).toEqual([]) // all projects but Crumbtrail's own
    expect((await at('project=1&project=crumbtrail')).body.data).toHaveLength(3)
    expect((await at('project=1&project=nowhere')).status).toBe(404)
    expect((await get('/organizations/other/events/?field=id')).status).toBe(404)
  })

  it('are checked before they are asked for, as the MCP server does', async () => {
    const check = async (query: string) => (await get(`/organizations/desk/events/validate/?${query}`)).body
    expect(
      await check('dataset=errors&field=issue&field=count()&orderby=-count()&query=level:error'),
    ).toEqual({
      ...{ valid: true, projects: [{ valid: true, error: null }], environment: [] },
      dataset: [{ name: 'errors', valid: true, error: null }],
      field: ['issue', 'count()'].map((name) => ({ name, attrType: null, valid: true, error: null })),
      orderby: [{ name: '-count()', attrType: null, valid: true, error: null }],
      query: { valid: true, error: null, fields: [] },
    })
    for (const wrong of ['dataset=x', 'field=x()', 'field=count()&orderby=title', 'query=('])
      expect((await check(wrong)).valid, wrong).toBe(false)
    expect((await check('project=nowhere')).projects).toEqual([
      { valid: false, error: 'there is no such project' },
    ])
    expect((await check('dataset=logs&query=level:loud')).query.error).toContain('level')
  })

  it('are beside the counts of a trace', async () => {
    expect((await get(`/organizations/desk/trace-meta/${TRACE_ID}/`)).body).toEqual({
      ...{ errors: 0, performance_issues: 0, span_count: 3, span_count_map: { 'http.server': 1, db: 2 } },
      transaction_child_count_map: [{ 'transaction.event_id': 'e'.repeat(32), 'count()': 3 }],
    })
  })

  it('have series of functions over time', async () => {
    const at = (query: string) => get(`/organizations/desk/events-stats/?project=-1&statsPeriod=2h&${query}`)
    const { body } = await at('interval=1h')
    expect(body.data.map(([, [{ count }]]: [number, [{ count: number }]]) => count)).toEqual([0, 3, 0])
    expect(body).toMatchObject({ start: (NOW - 7_200_000) / 1_000, end: NOW / 1_000, order: 0 })
    const several = (await at('interval=1h&yAxis=count()&yAxis=count_unique(issue)')).body
    expect(Object.keys(several)).toEqual(['count()', 'count_unique(issue)'])
    expect((await at('interval=1h&topEvents=11')).status).toBe(400)
    expect((await at('interval=soon')).status).toBe(400)
    expect((await at('yAxis=title')).status).toBe(400)
  })

  it('are beside a list of the events of a project', async () => {
    const { body, headers } = await get('/projects/desk/crumbtrail/events/?per_page=2')
    expect(body.map(({ id }: { id: string }) => Number(id))).toEqual([3, 2])
    expect(headers.link).toContain('cursor="0:2:0"')
    expect((await get('/projects/desk/crumbtrail/events/?per_page=2&cursor=0:2:0')).body).toHaveLength(1)
    expect((await get('/projects/desk/nowhere/events/')).status).toBe(404)
  })

  it('have spans with Sentry’s names, and their attributes', async () => {
    const { body } = await ask('dataset=spans&query=span.op:db+db.system:sqlite&field=id&field=db.system')
    expect(body.data).toEqual([{ id: aSpanId(2), 'db.system': 'sqlite' }])
    const whole = (await ask('dataset=spans&query=span.description:"select+2"')).body.data
    expect(whole).toEqual([
      {
        ...{ id: aSpanId(3), trace: TRACE_ID, 'span.op': 'db', 'span.description': 'select 2' },
        ...{ 'span.duration': expect.closeTo(10, 1), transaction: 'GET /cart', project: 'crumbtrail' },
        timestamp: expect.stringMatching(/^2026-09-21T/),
      },
    ])
  })

  it('have percentiles, counts and shares of failures of spans, of one trace too', async () => {
    const fields =
      'field=span.op&field=count()&field=p95(span.duration)&field=failure_rate()&sort=-p95(span.duration)'
    expect((await ask(`dataset=spans&${fields}&query=trace:${TRACE_ID}`)).body.data).toEqual([
      { 'span.op': 'http.server', 'count()': 1, 'p95(span.duration)': 1_000, 'failure_rate()': 0 },
      {
        ...{ 'span.op': 'db', 'count()': 2, 'failure_rate()': 0 },
        'p95(span.duration)': expect.closeTo(10, 1),
      },
    ])
    expect((await ask('dataset=spans&query=span.duration:>500ms&field=count()')).body.data).toEqual([
      { 'count()': 1 },
    ])
    expect(
      (await ask('dataset=transactions&field=transaction&field=avg(transaction.duration)')).body.data,
    ).toEqual([{ transaction: 'GET /cart', 'avg(transaction.duration)': 1_000 }])
  })

  it('have no spans of a trace that does not exist', async () => {
    expect((await ask(`dataset=spans&query=trace:${'1'.repeat(32)}`)).body.data).toEqual([])
  })

  it('count logs in groups', async () => {
    const { send, get } = await openFedApi(engine, NOW)
    await send(
      aLogContainer(['cart opened', 'cart closed']),
      aLogContainer(['stock low'], { level: 'error' }),
    )
    const at = (query: string) => get(`/organizations/desk/events/?dataset=ourlogs&project=-1&${query}`)
    expect((await at('field=severity&field=count()&sort=-count()')).body.data).toEqual([
      { severity: 'warn', 'count()': 2 },
      { severity: 'error', 'count()': 1 },
    ])
    expect((await at('field=count(message)&field=sum(cart)&query=cart')).body.data).toEqual([
      { 'count(message)': 2, 'sum(cart)': 14 },
    ])
    expect((await at('field=count()&query=level:loud')).status).toBe(400)
  })
})
