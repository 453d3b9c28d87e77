import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '#server/store/projects/projects.ts'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { aSession } from '#tests/support/builders/sample-records.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 8, 21, 15)
const PERIOD = 'start=2026-09-21T12:00:00&end=2026-09-21T15:00:00'
const ENVIRONMENTS = ['production', 'staging'] as const

/** Whose session of which release began in which hour, and how it went. */
const SESSIONS = [
  ['ada', 'shop@1.0', 12, 'exited', 0],
  ['ada', 'shop@1.0', 13, 'crashed', 0],
  ['ben', 'shop@1.0', 13, 'exited', 0],
  ['ben', 'shop@1.1', 14, 'exited', 1],
  ['eve', 'shop@1.1', 14, 'exited', 1],
] as const

describe.each(ENGINES)('sessions over time, on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  let bound: string
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    await api.send(
      ...SESSIONS.map(([did, release, hour, status, place], number) =>
        aSession({
          ...{ did, status, sid: String(number).padStart(32, '0'), started: `2026-09-21T${hour}:10:00Z` },
          attrs: { release, environment: ENVIRONMENTS[place] },
        }),
      ),
    )
    const other = { slug: 'till', name: 'till', publicKey: 'f'.repeat(32), now: NOW }
    const { id } = await api.store.write((trx) => insertProject(trx, other))
    bound = await api.addToken({ projectIds: [id] })
  })
  afterAll(() => api.close())

  const read = async (route: string, more: string) => {
    const { status, body } = await api.get(`/organizations/desk/${route}/?${PERIOD}&project=1&${more}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it('count users once, however many hours they came in', async () => {
    const { groups } = await read(
      'sessions',
      'interval=1h&field=count_unique(user)&field=crash_free_rate(user)',
    )
    expect(groups).toEqual([
      {
        by: {},
        totals: { 'count_unique(user)': 3, 'crash_free_rate(user)': 1 - 1 / 3 },
        series: { 'count_unique(user)': [1, 2, 2], 'crash_free_rate(user)': [1, 0.5, 1] },
      },
    ])
  })

  it('are counted by hours where less is asked for, and by several', async () => {
    const fine = await read('sessions', 'interval=5m')
    expect(fine.intervals).toHaveLength(3)
    expect(fine.groups[0].series).toEqual({ 'sum(session)': [1, 2, 2] })
    const coarse = await read('sessions', 'interval=90m')
    expect(coarse.intervals).toEqual(['2026-09-21T12:00:00.000Z', '2026-09-21T14:00:00.000Z'])
    expect(coarse.groups[0].series).toEqual({ 'sum(session)': [3, 2] })
  })

  it('are those that a search and environments name, the groups in the order that is asked for', async () => {
    const names = async (more: string) =>
      (await read('sessions', `groupBy=release&${more}`)).groups.map((group: { by: object }) => group.by)
    expect(await names('')).toEqual([{ release: 'shop@1.0' }, { release: 'shop@1.1' }])
    expect(await names('orderBy=sum(session)')).toEqual([{ release: 'shop@1.1' }, { release: 'shop@1.0' }])
    expect(await names('orderBy=-release&per_page=1')).toEqual([{ release: 'shop@1.1' }])
    expect(await names('query=release:1.0')).toEqual([{ release: 'shop@1.0' }])
    expect(await names('environment=staging&environment=test')).toEqual([{ release: 'shop@1.1' }])
    expect(await names('query=session.status:crashed project:crumbtrail')).toEqual([{ release: 'shop@1.0' }])
  })

  it('have Sentry’s names of metrics, too', async () => {
    const fields = ['session.all', 'session.crashed', 'session.crash_rate', 'session.crashed_user']
    const more = fields.map((field) => `field=${field}`).join('&')
    const { groups } = await read(
      'metrics/data',
      `interval=1d&${more}&field=count_unique(sentry.sessions.user)`,
    )
    expect(groups[0].totals).toEqual({
      ...{ 'session.all': 5, 'session.crashed': 1, 'session.crash_rate': 1 / 5 },
      ...{ 'session.crashed_user': 1, 'count_unique(sentry.sessions.user)': 3 },
    })
    const { body } = await api.get(`/organizations/desk/metrics/data/?${PERIOD}&field=session.errored_user`)
    expect(body.detail).toMatch(
      /^Cannot count sessions: field is "session.errored_user", which is not one of /,
    )
  })

  it('are of the projects that the token sees', async () => {
    for (const route of [
      'sessions?field=sum(session)&field=count_unique(user)',
      'metrics/data?field=session.all',
    ]) {
      const { body } = await api.get(`/organizations/desk/${route}&${PERIOD}&project=-1`, bound)
      expect(Object.values(body.groups[0].totals).every((value) => value === 0)).toBe(true)
    }
    const named = await api.get(`/organizations/desk/metrics/data?${PERIOD}&project=1`, bound)
    expect(named.status).toBe(404)
  })
})
