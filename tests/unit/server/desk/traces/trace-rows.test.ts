import { describe, expect, it, onTestFinished } from 'vitest'
import { createDeskTraces } from '#server/desk/traces/traces.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import { anEnvelopeOf, aSpanId, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { aTimedTransaction } from '#tests/support/builders/timed-traces.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20)
const traceIdOf = (number: number) => number.toString(16).padStart(32, 'a')
const period = { start: NOW - 86_400_000, end: NOW + 3_600_000 }

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const traces = createDeskTraces(opened.store, { listProjects: () => listProjectRows(opened.store.db) })
  const write = (...items: SampleItem[]) =>
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body: anEnvelopeOf(...items) }], [])
  const search = async (query = '') => {
    const found = await traces.search({
      ...period,
      ...{ query, sort: undefined, limit: 50, cursor: undefined },
      ...{ projectSlug: undefined, environment: undefined },
    })
    if ('refusal' in found) throw new Error(found.refusal)
    return found.traces
  }
  return { ...opened, traces, write, search }
}

function aRequest(number: number, lasts: number, more: Record<string, unknown> = {}) {
  return aTimedTransaction({
    ...{ traceId: traceIdOf(number), number: 1, op: 'http.server', name: 'POST /api/orders' },
    ...{ began: NOW - number * 1_000, at: 0, lasts },
    data: { 'http.response.status_code': number % 2 === 0 ? 200 : 500 },
    spans: [{ number: 2, op: 'db', name: 'select', at: lasts / 4, lasts: lasts / 2 }],
    more: {
      user: { id: `u${number}` },
      request: { headers: { 'User-Agent': 'Mozilla/5.0 (X11; rv:145.0) Gecko/20100101 Firefox/145.0' } },
      ...more,
    },
  })
}

describe('desk.traces.search()', () => {
  it('says what tells traces of one route apart', async () => {
    const { write, send, search } = await open()
    for (let number = 0; number < 20; number++) write(aRequest(number, number === 0 ? 900 : 100))
    const trace = { trace_id: traceIdOf(0), span_id: aSpanId(1) }
    for (const number of [1, 2]) {
      send({
        event_id: anEventId(number),
        timestamp: NOW / 1_000 - 10 + number,
        exception: { values: [{ type: `Error${number}`, value: 'lock timeout' }] },
        contexts: { trace },
      })
    }
    const [first, second] = await search()
    expect(first).toMatchObject({
      ...{ name: 'POST /api/orders', user: 'u0', browser: 'Firefox 145', release: 'shop@1.4.2' },
      ...{ httpStatus: 200, durationUs: 900_000 },
      firstError: { issueId: 1, shortId: 'CRUMBTRAIL-1', type: 'Error1', value: 'lock timeout', others: 1 },
      runs: [
        { tone: 'server', share: 0.25 },
        { tone: 'database', share: 0.5 },
        { tone: 'server', share: 0.25 },
      ],
    })
    expect(first?.p95Us).toBeGreaterThan(98_000)
    expect(first?.p95Us).toBeLessThan(102_000)
    expect(second).toMatchObject({ user: 'u1', httpStatus: 500, firstError: null })
  })

  it('finds them by it', async () => {
    const { write, search } = await open()
    for (let number = 0; number < 4; number++) write(aRequest(number, 100))
    write(aRequest(9, 100, { user: { email: 'ada@shop.example' }, request: { headers: {} } }))
    const usersOf = async (query: string) => (await search(query)).map(({ user }) => user).join(' ')
    expect(await usersOf('user:u2')).toBe('u2')
    expect(await usersOf('status:500')).toBe('u1 u3 ada@shop.example')
    expect(await usersOf('status:ok user:u*')).toBe('u0 u1 u2 u3')
    expect(await usersOf('browser:Firefox')).toBe('u0 u1 u2 u3')
    expect(await usersOf('browser:"Firefox 145" status:200')).toBe('u0 u2')
    expect(await usersOf('browser:"Firefox 14"')).toBe('')
    expect(await usersOf('!browser:Firefox')).toBe('ada@shop.example')
  })
})

describe('desk.traces.distribute()', () => {
  it('is of all that the search finds but for its durations', async () => {
    const { traces, write } = await open()
    for (let number = 0; number < 6; number++) write(aRequest(number, 100 * (number + 1)))
    const view = { ...period, projectSlug: undefined, environment: undefined }
    const found = await traces.distribute({ ...view, query: 'is:root duration:250ms..450ms' }, 'user')
    expect(found).toMatchObject({
      ...{ sampled: 6, sampledSince: null, chosen: 2 },
      groups: [{ value: 'u3' }, { value: 'u2' }],
    })
    expect((await traces.distribute({ ...view, query: 'user:u1' }, 'user'))?.sampled).toBe(1)
    const withoutOwn = await traces.distribute({ ...view, query: '', isWithoutOwn: true }, 'user')
    expect(withoutOwn?.sampled).toBe(0) // the only project is the desk's own
    expect(await traces.distribute({ ...view, query: 'is:new' }, 'user')).toBeUndefined()
    expect(await traces.distribute({ ...view, projectSlug: 'nowhere', query: '' }, 'user')).toBeUndefined()
  })
})

describe('desk.traces.listAlike()', () => {
  it('lists typical, slowest and newest traces of the route, each once, and not the trace itself', async () => {
    const { traces, write } = await open()
    for (let number = 0; number < 12; number++) write(aRequest(number, 100 + number * 10))
    const alike = await traces.listAlike(traceIdOf(5))
    expect(alike?.typical.map(({ durationMs }) => durationMs)).toEqual([160, 170, 140])
    expect(alike?.slowest.map(({ durationMs }) => durationMs)).toEqual([210, 200, 190])
    expect(alike?.newest.map(({ traceId }) => traceId)).toEqual([traceIdOf(0), traceIdOf(1), traceIdOf(2)])
    expect(alike?.newest[0]).toMatchObject({ user: 'u0', isFailed: false, startedAt: NOW })
  })

  it('lists none without others, or without such a trace', async () => {
    const { traces, write } = await open()
    write(aRequest(1, 100))
    expect(await traces.listAlike(traceIdOf(1))).toBeUndefined()
    expect(await traces.listAlike(traceIdOf(7))).toBeUndefined()
  })
})
