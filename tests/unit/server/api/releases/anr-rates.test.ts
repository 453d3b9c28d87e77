import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { aSession } from '#tests/support/builders/sample-records.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 8, 21, 15)
const PERIOD = 'start=2026-09-21T11:00:00&end=2026-09-21T15:00:00&project=1'

/** Whose session of which release began in which hour, how it went, and what the SDK says of it. */
const SESSIONS = [
  ['ada', 'shop@1.0', 12, 'abnormal', 'anr_foreground'],
  ['ada', 'shop@1.0', 13, 'abnormal', 'anr_background'],
  ['ben', 'shop@1.0', 13, 'abnormal', 'anr_background'],
  ['eve', 'shop@1.0', 13, 'abnormal', 'some_other'],
  ['dan', 'shop@1.1', 14, 'crashed', 'anr_foreground'],
  ['ada', 'shop@1.1', 14, 'exited', undefined],
] as const

/**
 * What an Android app sends of a session while it runs, and at its next start: Session.java of sentry-java writes these
 * fields, in this order (https://github.com/getsentry/sentry-java).
 */
function anAndroidSession(more: object) {
  const payload = {
    sid: 'c9a1f2d0-6b1e-4c3e-9d2b-7f0a5e8d4c31',
    did: '0f8f1c52-1f5e-4d8f-8b7e-2f1d3c4b5a69',
    init: true,
    started: '2026-09-21T12:30:00.000Z',
    status: 'ok',
    seq: 1_789_993_800_000,
    errors: 0,
    timestamp: '2026-09-21T12:30:00.000Z',
    ...more,
    attrs: { release: 'app@2.0+7', environment: 'staging' },
  }
  return { type: 'session', headers: { content_type: 'application/json' }, payload }
}

describe.each(ENGINES)('rates of ANRs on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    const sent = SESSIONS.map(([did, release, hour, status, abnormal_mechanism], number) =>
      aSession({
        ...{ did, status, sid: String(number).padStart(32, '0'), started: `2026-09-21T${hour}:10:00Z` },
        ...{ abnormal_mechanism, attrs: { release, environment: 'production' } },
      }),
    )
    await api.send(...sent)
  })
  afterAll(() => api.close())

  const read = async (more: string, route = 'sessions') => {
    const { status, body } = await api.get(`/organizations/desk/${route}/?${PERIOD}&${more}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.groups
  }

  it('are shares of the users who had sessions, and null where nobody had', async () => {
    const groups = await read('interval=1h&field=anr_rate()&field=foreground_anr_rate()&query=release:shop*')
    expect(groups).toEqual([
      {
        by: {},
        totals: { 'anr_rate()': 0.5, 'foreground_anr_rate()': 0.25 },
        series: { 'anr_rate()': [null, 1, 2 / 3, 0], 'foreground_anr_rate()': [null, 1, 0, 0] },
      },
    ])
  })

  it('are counted by release, the greatest first', async () => {
    const groups = await read('interval=1d&groupBy=release&field=anr_rate()&query=release:shop*')
    expect(groups).toEqual([
      { by: { release: 'shop@1.0' }, totals: { 'anr_rate()': 2 / 3 }, series: { 'anr_rate()': [2 / 3] } },
      { by: { release: 'shop@1.1' }, totals: { 'anr_rate()': 0 }, series: { 'anr_rate()': [0] } },
    ])
  })

  it('have the names of Sentry’s metrics, too', async () => {
    const fields = 'field=session.anr_rate&field=session.foreground_anr_rate&field=session.abnormal'
    const [{ totals }] = await read(`interval=1d&${fields}&query=release:shop*`, 'metrics/data')
    expect(totals).toEqual({
      ...{ 'session.anr_rate': 0.5, 'session.foreground_anr_rate': 0.25, 'session.abnormal': 4 },
    })
  })

  it('are refused by how sessions went, as other counts of users are', async () => {
    const { status, body } = await api.get(
      `/organizations/desk/sessions/?${PERIOD}&field=anr_rate()&groupBy=session.status`,
    )
    expect([status, body.detail]).toEqual([
      400,
      'Cannot count sessions: users are not counted by session.status',
    ])
  })

  it('have the sessions of Android, which tell of an ANR at the next start, once', async () => {
    const ended = anAndroidSession({
      ...{ init: undefined, status: 'abnormal', seq: 1_789_993_890_000, errors: 1, duration: 90 },
      ...{ timestamp: '2026-09-21T12:31:30.000Z', abnormal_mechanism: 'anr_foreground' },
    })
    await api.send(anAndroidSession({}))
    const rates = () => read('interval=1d&field=foreground_anr_rate()&query=release:app*')
    expect((await rates())[0].totals).toEqual({ 'foreground_anr_rate()': 0 })
    await api.send(ended, ended)
    expect((await rates())[0].totals).toEqual({ 'foreground_anr_rate()': 1 })
    const counts = 'field=session.all&field=session.abnormal&field=count_unique(sentry.sessions.user)'
    const [{ totals }] = await read(`interval=1d&${counts}&query=release:app*`, 'metrics/data')
    expect(totals).toEqual({
      ...{ 'session.all': 1, 'session.abnormal': 1, 'count_unique(sentry.sessions.user)': 1 },
    })
  })
})
