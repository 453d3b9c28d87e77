import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDeskLogs } from '#server/desk/records/logs.ts'
import type { LogScope } from '#server/models/logs.ts'
import { aLogContainer, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, TRACE_ID, toAttributes } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const period = { start: RECEIVED_AT - HOUR_MS, end: RECEIVED_AT + HOUR_MS }
const scope = { project: undefined, environment: undefined, period }

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const logs = createDeskLogs(opened.store)
  const write = (bodies: string[], more: Record<string, unknown> = {}) =>
    opened.writeBatch(
      [{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body: anEnvelopeOf(aLogContainer(bodies, more)) }],
      [],
    )
  const search = async (query: string, more: { cursor?: string; limit?: number } = {}) => {
    const found = await logs.search({ ...scope, query, limit: 50, cursor: undefined, ...more })
    if ('refusal' in found) throw new Error(found.refusal)
    return found
  }
  const bodiesOf = async (query: string) => (await search(query)).items.map(({ body }) => body)
  return { ...opened, logs, write, search, bodiesOf }
}

describe('desk.logs.search()', () => {
  it('gives the newest first, whole, with what they say besides', async () => {
    const { write, search } = await open()
    write(['first', `second ${'x'.repeat(1000)}`])
    const { items } = await search('')
    expect(items.map(({ body }) => body.length)).toEqual([1007, 5])
    expect(items[1]).toMatchObject({ level: 'warn', release: 'shop@1.4.0', traceId: TRACE_ID, event: null })
    expect(items[1]?.attributes).toMatchObject({ cart: 7 })
  })

  it('finds by words, levels and attributes, and by what is not there', async () => {
    const { write, bodiesOf } = await open()
    write(['payment slow', 'payment done'])
    write(['cache miss'], {
      level: 'debug',
      attributes: toAttributes({ key: 'product:7', 'sentry.release': 'b' }),
    })
    expect(await bodiesOf('payment')).toEqual(['payment done', 'payment slow'])
    write(['Über 100% GRÖSSE'])
    expect(await bodiesOf('über')).toEqual([]) // letters beyond ASCII are not folded
    expect(await bodiesOf('ÜBER 100%')).toEqual(['Über 100% GRÖSSE'])
    expect(await bodiesOf('PAYMENT message:pay*done')).toEqual(['payment done'])
    expect(await bodiesOf('level:debug')).toEqual(['cache miss'])
    expect(await bodiesOf('key:product*')).toEqual(['cache miss'])
    expect(await bodiesOf('!key:product* payment')).toEqual(['payment done', 'payment slow'])
    const either = await bodiesOf('key:"product:7" OR slow')
    expect(either.toSorted()).toEqual(['cache miss', 'payment slow'])
    expect(await bodiesOf('release:b')).toEqual(['cache miss'])
    expect(await bodiesOf('90%')).toEqual([])
  })

  it('names the word that it can’t read', async () => {
    const { logs } = await open()
    const found = await logs.search({ ...scope, query: 'level:loud', limit: 50, cursor: undefined })
    expect(found).toEqual({ refusal: expect.stringContaining('`level:loud` is not a level') })
  })

  it('goes on and comes back', async () => {
    const { write, search } = await open()
    write(['1', '2', '3', '4', '5'])
    const pageOf = async (cursor?: string | null) => {
      const page = await search('', { limit: 2, ...(cursor ? { cursor } : {}) })
      return { ...page, bodies: page.items.map(({ body }) => body).join('') }
    }
    const first = await pageOf()
    expect([first.bodies, first.previousCursor]).toEqual(['54', null])
    const second = await pageOf(first.nextCursor)
    expect(second.bodies).toBe('32')
    const third = await pageOf(second.nextCursor)
    expect([third.bodies, third.nextCursor]).toEqual(['1', null])
    expect((await pageOf(third.previousCursor)).bodies).toBe('32')
    expect(await pageOf('nonsense')).toMatchObject({ bodies: '54' })
  })

  it('keeps to the time, the environment and the project', async () => {
    const { write, logs } = await open()
    write(['in production'])
    write(['elsewhere'], { attributes: toAttributes({ 'sentry.environment': 'staging' }) })
    const bodies = async (more: Partial<LogScope>) => {
      const found = await logs.search({ ...scope, query: '', limit: 9, cursor: undefined, ...more })
      return 'refusal' in found ? [] : found.items.map(({ body }) => body)
    }
    expect(await bodies({ environment: 'staging' })).toEqual(['elsewhere'])
    expect(await bodies({ project: 'crumbtrail' })).toHaveLength(2)
    expect(await bodies({ project: 'nowhere' })).toEqual([])
    expect(await bodies({ period: { start: RECEIVED_AT, end: RECEIVED_AT + 1 } })).toEqual([])
  })

  it('looks at so many rows, says how far it came, and goes on from there', async () => {
    const { connection, write, search } = await open()
    write(['the needle'])
    const startUs = Number(connection.prepare('select timestamp_us from log').get()?.timestamp_us)
    repeatLog(connection, 10_500)
    const first = await search('needle')
    expect(first.items).toEqual([])
    expect(first.searchedUntil).toBe(Math.floor(startUs / 1000) + 501)
    const second = await search('needle', { cursor: first.nextCursor ?? '' })
    expect(second.items.map(({ body }) => body)).toEqual(['the needle'])
    expect([second.searchedUntil, second.nextCursor]).toEqual([null, null])
  })

  it('leads to an error of the same trace', async () => {
    const { write, send, search } = await open()
    write(['before it broke'])
    send({
      event_id: '7'.repeat(32),
      message: 'broken',
      contexts: { trace: { trace_id: TRACE_ID, span_id: '1'.repeat(16) } },
    })
    const { items } = await search('')
    expect(items[0]?.event).toEqual({ issueId: 1, eventId: '7'.repeat(32) })
  })
})

describe('desk.logs.count()', () => {
  async function openCounted() {
    const opened = await open()
    const count = async (query: string, more: Partial<LogScope> = {}) => {
      const counted = await opened.logs.count({ ...scope, query, ...more })
      if ('refusal' in counted) throw new Error(counted.refusal)
      return counted
    }
    return { ...opened, count }
  }
  const hour = Math.floor(RECEIVED_AT / HOUR_MS)

  it('counts by hour and level, a repeat once', async () => {
    const { write, count } = await openCounted()
    write(['a', 'b'])
    write(['a', 'b'])
    write(['c'], { level: 'error' })
    const { fromHour, hours, counts, countedFrom } = await count('')
    expect(counts).toEqual([
      { hour, level: 'error', quantity: 1 },
      { hour, level: 'warn', quantity: 2 },
    ])
    expect([fromHour, hours, countedFrom]).toEqual([hour - 1, 3, null])
    expect((await count('', { environment: 'nowhere' })).counts).toEqual([])
  })

  it('counts what matches: by level and project, by words, by attributes', async () => {
    const { write, count } = await openCounted()
    write(['payment slow', 'payment done', 'cache miss'])
    write(['payment refused', 'stock empty'], { level: 'error', attributes: toAttributes({ order: 7 }) })
    const sumsOf = async (query: string) =>
      (await count(query)).counts
        .map(({ level, quantity }) => `${level} ${quantity}`)
        .toSorted()
        .join(', ')
    expect(await sumsOf('level:error')).toBe('error 2')
    expect(await sumsOf('!level:error')).toBe('warn 3')
    expect(await sumsOf('project:crumb* level:>=warn')).toBe('error 2, warn 3')
    expect(await sumsOf('project:nowhere')).toBe('')
    expect(await sumsOf('payment')).toBe('error 1, warn 2')
    expect(await sumsOf('payment level:warn')).toBe('warn 2')
    expect(await sumsOf('order:7')).toBe('error 2')
    expect(await sumsOf('order:7 OR cache')).toBe('error 2, warn 1')
    expect(await count('payment', { environment: 'nowhere' })).toMatchObject({
      counts: [],
      countedFrom: null,
    })
  })

  it('refuses what the search refuses', async () => {
    const { logs } = await open()
    expect(await logs.count({ ...scope, query: 'level:loud' })).toEqual({
      refusal: expect.stringContaining('`level:loud` is not a level'),
    })
  })

  it('counts so many rows, and says how far back', async () => {
    const { connection, write, count } = await openCounted()
    write(['hay'])
    repeatLog(connection, 10_500)
    const first = Number(connection.prepare('select min(timestamp_us) as first from log').get()?.first)
    const { counts, countedFrom } = await count('hay')
    expect(counts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(9_999)
    expect(countedFrom).toBe(Math.floor(first / 1000) + 501)
    const unpacked = await count('cart:7')
    expect(unpacked.counts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(1_999)
  })
})

/** Adds rows like the only one, a millisecond after each other. */
function repeatLog(connection: DatabaseSync, times: number): void {
  const base = connection.prepare('select * from log').get()
  if (!base) throw new Error('no log was written')
  const { id: _id, ...row } = base
  const columns = Object.keys(row)
  const insert = connection.prepare(
    `insert into log (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  connection.exec('begin')
  for (let index = 1; index <= times; index++) {
    const hay = { ...row, body: 'hay', timestamp_us: Number(row.timestamp_us) + index * 1000 }
    insert.run(...Object.values(hay))
  }
  connection.exec('commit')
}
