import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import { listTraceEventRows } from '#server/store/events/events.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { listTraceSpans } from '#server/store/traces/spans.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type BothWays, comparable, digest, startBothWays } from '#tests/support/servers/both-ways.ts'
import { type RawRequest, sendRaw } from '#tests/support/store/raw-request.ts'

type Way = 'shells' | 'vike'
const ways = ['shells', 'vike'] as const

let desk: BothWays
let store: Store
let traces = 0

beforeAll(async () => {
  desk = await startBothWays()
  store = await openSqliteStore({ file: desk.file })
})

afterAll(async () => {
  await store.close()
  await desk.stop()
})

describe('a failure', () => {
  it.each([
    ['in the loader', { path: '/playground?fail=loader' }],
    ['while rendering', { path: '/playground?fail=render' }],
    ['of a string', { path: '/playground?fail=string' }],
    ['of null', { path: '/playground?fail=null' }],
    ['with causes', { path: '/playground?fail=cause' }],
    ['of a frozen error', { path: '/playground?fail=frozen' }],
    ['in a stream', { path: '/playground?fail=stream' }],
    ['in an action', { path: '/playground', ...form({ outcome: 'fail' }) }],
    ['of a payload', { path: '/playground/index.pageContext.json?fail=loader' }],
  ])('%s gets one digest and one event either way, of one fault', async (_name, request) => {
    // The side bar counts open issues: the fault's is there once an event of it was stored.
    const before = await askTraced(request)
    for (const way of ways) await eventsOf(before[way].traceId)
    const answered = await askTraced(request)
    const [shells, vike] = [comparable(answered.shells.answer), comparable(answered.vike.answer)]
    const isStream = request.path.endsWith('stream')
    expect(shells.status).toBe(isStream ? 200 : 500)
    expect(shells).toEqual(vike) // the random halves are masked: the fault's are the same
    for (const way of ways) {
      const { answer, traceId } = answered[way]
      const shown = new Set(String(answer.body).match(digest))
      expect([...shown], way).toHaveLength(1)
      await spansOf(traceId)
      // An event and its transaction are separate envelopes, so either may be stored first.
      const events = await eventsOf(traceId)
      expect(events, way).toHaveLength(1)
      expect(await digestsOf(events[0]?.eventId), way).toEqual([...shown])
    }
  })
})

describe('the trace', () => {
  it.each([
    ['of a page', '/issues', 200],
    ['of one with parameters', '/projects/crumbtrail', 200],
    ['of one by a query', '/issues?project=crumbtrail', 200],
    ['of one without a loader', '/sign-in', 200],
    ['of one that leads on', '/', 302],
    ['of an encoded address', '/projects/%63rumbtrail', 200],
    ['of a payload', '/issues/index.pageContext.json', 200],
    ['of a stream', '/playground', 200],
  ])('%s has the same spans either way', async (_name, path, status) => {
    const answered = await askTraced({ path })
    expect(answered.shells.answer.status).toBe(status)
    const [shells, vike] = [await stepsOf(answered.shells.traceId), await stepsOf(answered.vike.traceId)]
    expect(shells).toEqual(vike)
    if (status === 200 && !path.includes('.json')) expect(shells.steps).toContain('render')
    if (status === 200) expect(shells.steps).toContain('loader')
  })
})

it('what is not found leaves no trace, either way', async () => {
  const missing = [await askTraced({ path: '/projects/nowhere' }), await askTraced({ path: '/nowhere' })]
  const { shells, vike } = await askTraced({ path: '/sign-in' })
  await Promise.all([spansOf(shells.traceId), spansOf(vike.traceId)]) // sent after the others
  for (const answered of missing) {
    for (const way of ways) {
      expect(answered[way].answer.status).toBe(404)
      expect(await listTraceSpans(store.db, answered[way].traceId, 10)).toEqual([])
    }
  }
})

/** Each way with a trace of its own, which the request is said to belong to. */
async function askTraced(request: RawRequest) {
  const ask = async (way: Way) => {
    const traceId = (++traces).toString(16).padStart(32, 'a')
    const headers = {
      cookie: desk.cookies[0] ?? '',
      'accept-encoding': 'identity',
      ...request.headers,
      'sentry-trace': `${traceId}-${'b'.repeat(16)}-1`,
      baggage: `sentry-trace_id=${traceId},sentry-sample_rand=0.5`,
    }
    const url = way === 'shells' ? desk.url : desk.vikeUrl
    return { traceId, answer: await sendRaw(url, { ...request, headers }) }
  }
  return { shells: await ask('shells'), vike: await ask('vike') }
}

function form(fields: Record<string, string>): Omit<RawRequest, 'path'> {
  return {
    method: 'POST',
    headers: { origin: 'http://desk.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}

function eventsOf(traceId: string) {
  return eventually(`an event of ${traceId}`, async () => {
    const rows = await listTraceEventRows(store.db, traceId, 10)
    return rows.length > 0 ? rows : undefined
  })
}

function spansOf(traceId: string) {
  return eventually(`the spans of ${traceId}`, async () => {
    const spans = await listTraceSpans(store.db, traceId, 100)
    return spans.length > 0 ? spans : undefined
  })
}

/** The request's name, and what it took below it: queries aside, which remembered reads save. */
async function stepsOf(traceId: string) {
  const spans = await spansOf(traceId)
  const roots = spans.filter(({ isSegment }) => isSegment)
  const [root] = roots
  const steps = spans.filter(({ op, isSegment }) => op !== 'db' && !isSegment)
  return {
    roots: roots.map(({ op, name, status }) => ({ op, name, status })),
    steps: steps.map(({ name }) => name).sort(),
    statuses: steps.map(({ op, status }) => `${op} ${status}`).sort(),
    areBelowIt: steps.every(({ parentSpanId }) => parentSpanId === root?.spanId),
  }
}

async function digestsOf(eventId = '') {
  const rows = await store.db
    .selectFrom('digest')
    .innerJoin('event', 'event.id', 'digest.event_row_id')
    .select('digest.digest')
    .where('event.event_id', '=', eventId)
    .execute()
  return rows.map((row) => row.digest)
}
