import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#server/protocol/time.ts'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 30)
const anError = (message: string) => ({ type: 'event', payload: { message } })

describe.each(ENGINES)('GET /organizations/desk/stats_v2/ on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    await api.send(anError('one'), anError('two'), { type: 'profile', payload: {} })
  })
  afterAll(() => api.close())

  const ask = (query: string) => api.get(`/organizations/desk/stats_v2/?project=-1&${query}`)

  it('counts items by what became of them, hour by hour', async () => {
    const { status, body } = await ask(
      'field=sum(quantity)&groupBy=category&groupBy=outcome&groupBy=reason&interval=1h&statsPeriod=2h',
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T13:00:00.000Z' },
      intervals: ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'],
      groups: [
        {
          by: { category: 'error', outcome: 'accepted', reason: '' },
          totals: { 'sum(quantity)': 2 },
          series: { 'sum(quantity)': [0, 2, 0] },
        },
        {
          by: { category: 'profile', outcome: 'filtered', reason: 'unsupported' },
          totals: { 'sum(quantity)': 1 },
          series: { 'sum(quantity)': [0, 1, 0] },
        },
      ],
    })
  })

  it('counts by project over the whole period, without a series, as Sentry', async () => {
    const { body } = await ask('field=sum(times_seen)&groupBy=project&category=error&statsPeriod=14d')
    expect(body.groups).toEqual([{ by: { project: 1 }, totals: { 'sum(times_seen)': 2 } }])
  })

  it('counts only the categories, outcomes and reasons that are named', async () => {
    const totals = async (query: string) =>
      (await ask(`field=sum(quantity)&groupBy=outcome&statsPeriod=1d&interval=1d&${query}`)).body.groups.map(
        (group: { by: object; totals: object }) => ({ ...group.by, ...group.totals }),
      )
    expect(await totals('category=error&category=profile')).toEqual([
      { outcome: 'accepted', 'sum(quantity)': 2 },
      { outcome: 'filtered', 'sum(quantity)': 1 },
    ])
    expect(await totals('outcome=filtered')).toEqual([{ outcome: 'filtered', 'sum(quantity)': 1 }])
    expect(await totals('reason=unsupported')).toEqual([{ outcome: 'filtered', 'sum(quantity)': 1 }])
    expect(await totals('category=replay')).toEqual([])
    const [hours] = (await ask('groupBy=outcome&statsPeriod=14d&interval=6h')).body.groups
    expect(hours.series['sum(quantity)']).toHaveLength((14 * 24) / 6 + 1)
  })

  it.each([
    ['field=sum(bytes)', 'field is "sum(bytes)", which is not one of sum(quantity), sum(times_seen)'],
    ['groupBy=key', 'groupBy is "key", which is not one of outcome, category, reason, project'],
    ['category=errors', 'category is "errors", which is not one of default, error'],
    ['outcome=lost', 'outcome is "lost", which is not one of accepted, filtered'],
    ['interval=15m', 'the interval must be full hours, like 1h, 6h or 1d'],
    ['interval=0h', 'the interval must be full hours'],
    ['statsPeriod=1y', 'statsPeriod is "1y"'],
  ])('refuses %s', async (query, said) => {
    const { status, body } = await ask(query)
    expect([status, body.detail]).toEqual([400, expect.stringContaining(`Cannot count items: ${said}`)])
  })

  it('does not know a project that is not there', async () => {
    expect((await api.get('/organizations/desk/stats_v2/?project=none')).status).toBe(404)
    expect((await api.get('/organizations/acme/stats_v2/')).status).toBe(404)
  })

  it('leaves out Crumbtrail’s own project where none is named', async () => {
    const { body } = await api.get('/organizations/desk/stats_v2/?groupBy=outcome')
    expect(body).toMatchObject({ groups: [], start: new Date(NOW - 24.5 * HOUR_MS).toISOString() })
  })
})
