import { describe, expect, it, onTestFinished } from 'vitest'
import { parseTraceSearch } from '#server/search/dialects/traces.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { listTraces, type TraceSearch } from '#server/store/traces/list-traces.ts'
import { anEnvelopeOf, aSpanId, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { aTimedTransaction } from '#tests/support/builders/timed-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20)
const traceIdOf = (number: number) => number.toString(16).padStart(32, 'a')

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const send = (...items: SampleItem[]) =>
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body: anEnvelopeOf(...items) }], [])
  /** A minute apart, the first one now; the nth takes n times ten milliseconds. */
  const sendTraces = (count: number, name = (number: number) => `GET /shelf/${number}`) => {
    for (let number = 0; number < count; number++) {
      send(
        aTimedTransaction({
          ...{ traceId: traceIdOf(number), number: 1, op: 'http.server', name: name(number) },
          ...{ began: NOW - number * 60_000, at: 0, lasts: number * 10 },
          status: number % 5 === 0 ? 'internal_error' : 'ok',
        }),
      )
    }
  }
  return { ...opened, send, sendTraces }
}

function searchOf(query: string, given: Partial<TraceSearch> = {}): TraceSearch {
  const read = parseTraceSearch(query)
  if ('error' in read) throw new Error(read.error.message)
  return {
    ...{ limit: 10, order: 'newest', condition: read.condition },
    ...{ startUs: (NOW - 86_400_000) * 1_000, endUs: (NOW + 86_400_000) * 1_000 },
    ...given,
  }
}

describe('listTraces()', () => {
  it('goes forwards and back over all, each once', async () => {
    const { store, sendTraces } = await open()
    sendTraces(25)
    const names: string[] = []
    let cursor: string | null = null
    const pages: string[][] = []
    do {
      const page = await listTraces(
        store.db,
        searchOf('', { cursor: parseTwoWayCursor(cursor ?? undefined) }),
      )
      pages.push(page.items.map(({ name }) => name))
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(names).toEqual(Array.from({ length: 25 }, (_, number) => `GET /shelf/${number}`))
    const second = await listTraces(store.db, searchOf(''))
    const third = await listTraces(
      store.db,
      searchOf('', { cursor: parseTwoWayCursor(second.nextCursor ?? '') }),
    )
    const back = await listTraces(
      store.db,
      searchOf('', { cursor: parseTwoWayCursor(third.previousCursor ?? '') }),
    )
    expect(back.items.map(({ name }) => name)).toEqual(pages[0])
    expect(back.previousCursor).toBeNull()
  })

  it('goes by how long they took, over several pages', async () => {
    const { store, sendTraces } = await open()
    sendTraces(25)
    const first = await listTraces(store.db, searchOf('', { order: 'slowest' }))
    expect(first.items.map(({ durationUs }) => durationUs / 10_000)).toEqual([
      24, 23, 22, 21, 20, 19, 18, 17, 16, 15,
    ])
    const cursor = parseTwoWayCursor(first.nextCursor ?? '')
    const second = await listTraces(store.db, searchOf('', { order: 'slowest', cursor }))
    expect(second.items.map(({ durationUs }) => durationUs / 10_000)).toEqual([
      14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
    ])
  })

  it.each([
    ['name:"GET /shelf/3"', [3]],
    ['shelf/1', [1, 10, 11]],
    ['name:*/SHELF/1*', [1, 10, 11]],
    ['is:failed', [0, 5, 10]],
    ['status:internal_error !shelf/5', [0, 10]],
    ['duration:>90ms', [10, 11]],
    ['duration:20ms..30ms', [2, 3]],
    ['op:db', []],
    ['side:browser', []],
    ['shelf/1 OR name:"GET /shelf/3"', [1, 3, 10, 11]],
    ['name:%', []],
  ])('finds `%s`', async (query, numbers) => {
    const { store, sendTraces } = await open()
    sendTraces(12)
    const { items, searchedUntil: lookedTo } = await listTraces(store.db, searchOf(query))
    expect(items.map(({ traceId }) => traceId)).toEqual(numbers.map(traceIdOf))
    expect(lookedTo).toBeNull()
  })

  it('knows what began a trace, in one project and over all, and how much there is of it', async () => {
    const { store, send, connection, writeBatch } = await open()
    connection.exec("insert into project (slug, name, created_at) values ('api', 'API', 0)")
    const traceId = traceIdOf(1)
    send(
      aTimedTransaction({
        ...{
          traceId,
          began: NOW,
          number: 1,
          side: 'browser',
          op: 'pageload',
          name: '/cart',
          at: 0,
          lasts: 900,
        },
        spans: [{ number: 2, op: 'http.client', name: 'GET /api', at: 10, lasts: 100 }],
      }),
    )
    const answered = aTimedTransaction({
      ...{
        traceId,
        began: NOW,
        number: 3,
        parent: 2,
        op: 'http.server',
        name: 'GET /api',
        at: 20,
        lasts: 50,
      },
    })
    writeBatch([{ projectId: 2, keyId: 1, receivedAt: NOW, body: anEnvelopeOf(answered) }], [])
    const namesOf = async (query: string, given: Partial<TraceSearch> = {}) =>
      (await listTraces(store.db, searchOf(query, given))).items.map(({ name }) => name)
    expect(await namesOf('')).toEqual(['GET /api', '/cart'])
    expect(await namesOf('is:root')).toEqual(['/cart'])
    expect(await namesOf('!is:root')).toEqual(['GET /api'])
    expect(await namesOf('is:root', { projectId: 2 })).toEqual(['GET /api'])
    const [root] = (await listTraces(store.db, searchOf('is:root'))).items
    expect(root).toMatchObject({ spanCount: 3, partCount: 2, projectIds: '1,2', errorCount: 0 })
  })

  it('counts the errors of a trace, and finds those that have any', async () => {
    const { store, sendTraces, send } = await open()
    sendTraces(3)
    const trace = { trace_id: traceIdOf(2), span_id: aSpanId(1) }
    send({ type: 'event', payload: { event_id: '1'.repeat(32), message: 'no price', contexts: { trace } } })
    const { items } = await listTraces(store.db, searchOf('has:error'))
    expect(items.map(({ traceId, errorCount }) => [traceId, errorCount])).toEqual([[traceIdOf(2), 1]])
  })

  it('honours environment and period', async () => {
    const { store, sendTraces } = await open()
    sendTraces(5)
    const minutes = (from: number, to: number) => ({
      startUs: (NOW + from * 60_000) * 1_000,
      endUs: (NOW + to * 60_000) * 1_000,
    })
    const count = async (given: Partial<TraceSearch>) =>
      (await listTraces(store.db, searchOf('', given))).items.length
    expect(await count({ environment: 'production' })).toBe(5)
    expect(await count({ environment: 'staging' })).toBe(0)
    expect(await count(minutes(-2, 1))).toBe(3)
    expect(await count(minutes(-2, 0))).toBe(2)
    expect(await count({ ...minutes(-2, 0), order: 'slowest' })).toBe(2)
  })
})

describe('a search of many that finds nothing', () => {
  const MANY = 6_500

  async function openMany() {
    const opened = await open()
    const { connection } = opened
    connection.exec(`
      insert into segment (project_id, trace_id, span_id, op, name, side, status, start_us, duration_us, received_at)
      with recursive n (i) as (values (0) union all select i + 1 from n where i < ${MANY - 1})
      select 1, printf('%032x', i + 1), printf('%016x', i + 1), 'http.server', 'GET /' || (i % 7), 'server', 'ok',
        ${NOW}000 - i, i, ${NOW} from n`)
    return opened
  }

  it.each(['newest', 'slowest'] as const)(
    'ends, says where, and goes on to the end of the %s',
    async (order) => {
      const { store } = await openMany()
      let cursor: string | undefined
      let looked = 0
      for (;;) {
        const page = await listTraces(
          store.db,
          searchOf('nowhere', { order, cursor: parseTwoWayCursor(cursor) }),
        )
        expect(page.items).toEqual([])
        if (page.nextCursor === null) break
        expect(page.searchedUntil).not.toBeNull()
        cursor = page.nextCursor
        looked++
      }
      expect(looked).toBe(order === 'newest' ? 1 : MANY / 1_000 - 0.5)
    },
  )

  it.each([
    ['newest', '', {}, /SEARCH segment USING INDEX segment_by_time \(start_us>\? AND start_us<\?\)/],
    ['newest', '', { projectId: 1 }, /USING INDEX segment_by_start \(project_id=\? AND start_us>\?/],
    ['newest', 'name:"GET /1"', {}, /USING INDEX segment_by_name \(name=\? AND start_us>\?/],
    ['newest', 'is:failed', { projectId: 1 }, /USING INDEX segment_by_failure \(start_us>\?/],
    ['newest', 'is:root has:error shelf', {}, /span_part USING INDEX span_part_by_trace \(trace_id=\?\)/],
    ['slowest', 'is:root', {}, /segment USING COVERING INDEX segment_by_duration/],
  ] as const)('walks an index in its order: %s, `%s`, %o', async (order, query, given, index) => {
    const { file } = await openMany()
    const queries: string[] = []
    const observed = await openSqliteStore({ file, onQuery: (sql) => queries.push(sql) })
    onTestFinished(() => observed.close())
    queries.length = 0
    await listTraces(observed.db, searchOf(query, { order, ...given }))
    const connection = openConnection(file, { readOnly: true })
    onTestFinished(() => connection.close())
    const plans = queries.map((sql) =>
      connection
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('; '),
    )
    expect(plans.join('\n')).toMatch(index)
    for (const plan of plans) {
      // the walk's own rows, which are bounded, and the index by durations, which is gone through from its end
      const read = plan.replaceAll(/SCAN segment(?:;|$| USING COVERING INDEX segment_by_duration)/g, '')
      expect(read).not.toMatch(/SCAN (?:segment|span_part|event)\b/)
      expect(read).not.toMatch(/TEMP B-TREE FOR ORDER BY/)
    }
  })
})
