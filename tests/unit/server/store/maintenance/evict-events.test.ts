import { describe, expect, it, onTestFinished } from 'vitest'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { evictionRankOf, PINNED } from '#server/store/maintenance/eviction-rank.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { IN_MEMORY, openConnection } from '#server/store/sqlite/connection.ts'
import { initial } from '#server/store/sqlite/migrations/0001-initial.ts'
import { spans } from '#server/store/sqlite/migrations/0002-spans.ts'
import { items } from '#server/store/sqlite/migrations/0003-items.ts'
import { spanParts } from '#server/store/sqlite/migrations/0004-span-parts.ts'
import { retention } from '#server/store/sqlite/migrations/0008-retention.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { anEventId, type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 8, 20)

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  return opened
}

function setRetention({ store }: EventStore, retention: { maxEvents?: number; days?: number }) {
  return store.write((trx) => putProjectSetting(trx, 1, 'retention', retention))
}

function sliceOf({ connection, file }: EventStore, retentionDays?: number) {
  let passedMs = 0
  const attachments = attachmentFolder(file)
  const options = { attachments, retentionDays, stopwatch: () => passedMs++, budgetMs: 20 }
  return createRetention(connection, options)
}

function expire(opened: EventStore, now = NOW, retentionDays?: number): number {
  const slice = sliceOf(opened, retentionDays)
  let slices = 1
  while (slice(now)) slices++
  return slices
}

/** The numbers of the events that are left, of those with a message. */
function left({ connection }: EventStore, type: string): number[] {
  return connection
    .prepare(
      'select event_id from event where issue_id = (select id from issue where type = ?) order by event_id',
    )
    .all(type)
    .map(({ event_id }) => Number.parseInt(String(event_id), 16))
}

function send(opened: EventStore, type: string, numbers: number[], receivedAt: number, more = {}) {
  for (const number of numbers) {
    const event = { event_id: anEventId(number), exception: { values: [{ type, value: 'no price' }] } }
    expect(opened.send({ ...event, ...more }, receivedAt).status).toBe(200)
  }
}

function addProject({ connection }: EventStore, id: number): void {
  connection
    .prepare('insert into project (id, slug, name, created_at) values (?, ?, ?, 0)')
    .run(id, `p${id}`, '')
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const rows = ({ connection }: EventStore, table: string) =>
  Number(connection.prepare(`select count(*) as n from ${table}`).get()?.n)

describe('evictionRankOf()', () => {
  it('is least for the first and for those at every doubling, most for those between all others', () => {
    expect(range(1, 17).map(evictionRankOf)).toEqual([
      ...[PINNED, 0, 1, 0, 2, 1, 2, 0, 3, 2, 3, 1, 3, 2, 3, 0],
    ])
    expect(evictionRankOf(1_000_001)).toBe(19)
    expect(evictionRankOf(2 ** 40)).toBe(30)
  })

  it('leaves 2^k of each doubling when all above k are gone', () => {
    const kept = range(1, 100_001).filter((ordinal) => evictionRankOf(ordinal) <= 3)
    expect(kept.length).toBeLessThan(8 * 17)
    expect(kept.filter((ordinal) => ordinal > 65_536)).toHaveLength(4) // of the eighth part that is there
  })
})

describe('a limit of events', () => {
  it('thins out what is frequent, and leaves what is rare', async () => {
    const opened = await open()
    send(opened, 'RareError', range(1, 6), NOW - 5 * HOUR_MS)
    send(opened, 'FrequentError', range(100, 400), NOW - HOUR_MS)
    await setRetention(opened, { maxEvents: 60 })
    expire(opened)
    expect(left(opened, 'RareError')).toEqual(range(1, 6))
    const kept = left(opened, 'FrequentError')
    expect(kept).toHaveLength(55)
    expect(kept).toEqual(expect.arrayContaining([100, 101, 103, 107, 115, 131, 163, 227, 355, 399]))
    expect(opened.connection.prepare('select sum(event_count) as n from issue').get()?.n).toBe(305)
  })

  it('prefers the young among those that are as redundant', async () => {
    const opened = await open()
    for (const number of range(0, 200)) {
      send(opened, 'FrequentError', [number], NOW - (200 - number) * HOUR_MS)
    }
    await setRetention(opened, { maxEvents: 100 })
    expire(opened)
    const kept = left(opened, 'FrequentError')
    expect(kept.filter((number) => number >= 150).length).toBeGreaterThan(28)
    expect(kept).toEqual(expect.arrayContaining([0, 199]))
  })

  it('keeps an issue’s first and last event before all others', async () => {
    const opened = await open()
    send(opened, 'OldError', range(1, 4), NOW - 9 * DAY_MS)
    send(opened, 'OldError', [4], NOW - 8 * DAY_MS)
    send(opened, 'NewError', range(100, 140), NOW)
    await setRetention(opened, { maxEvents: 8 })
    expire(opened)
    expect(left(opened, 'OldError')).toEqual([1, 4])
    expect(left(opened, 'NewError')).toHaveLength(6)
  })

  it('is kept although everything is pinned', async () => {
    const opened = await open()
    for (const number of range(0, 20)) {
      const type = `${String.fromCharCode(65 + number)}Error`
      send(opened, type, [number], NOW - (20 - number) * HOUR_MS)
    }
    await setRetention(opened, { maxEvents: 5 })
    expire(opened)
    expect(rows(opened, 'event')).toBe(5)
    expect(left(opened, 'TError')).toEqual([19])
  })

  it('takes digests, attachments and emptied blocks along, and holds for its project alone', async () => {
    const opened = await open()
    send(opened, 'Error', range(0, 50), NOW, { extra: { digest: '329735291' } })
    opened.connection.exec(`insert into attachment (project_id, event_id, sha256, filename, attachment_type,
      size_bytes, received_at) select 1, event_id, 'ab', 'a', 'event.attachment', 1, ${NOW} from event`)
    addProject(opened, 2)
    await opened.store.write((trx) => putProjectSetting(trx, 2, 'retention', { maxEvents: 1 }))
    expire(opened)
    expect(rows(opened, 'event')).toBe(50)
    await setRetention(opened, { maxEvents: 10 })
    expire(opened)
    const tables = ['event', 'digest', 'attachment', 'payload_block']
    expect(tables.map((table) => rows(opened, table))).toEqual([10, 10, 10, 10])
    expect(opened.connection.prepare('pragma foreign_key_check').all()).toEqual([])
  })

  it('is reached in slices, and looked at again soon', async () => {
    const opened = await open()
    send(opened, 'Error', range(0, 400), NOW)
    const slice = sliceOf(opened)
    const runToEnd = () => {
      let slices = 1
      while (slice(NOW)) slices++
      return slices
    }
    runToEnd()
    await setRetention(opened, { maxEvents: 10 })
    expect(runToEnd()).toBeGreaterThan(2) // one slice deletes 152 of these
    expect(rows(opened, 'event')).toBe(10)
    expect(runToEnd()).toBe(2) // folders of attachments are not looked through each time
  })

  it('looks at an index only', async () => {
    const { connection } = await open()
    const plan = (sql: string) =>
      connection
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('\n')
    const oldest = plan(
      'select id, issue_id, received_at from event where project_id = 1 and redundancy = 3 order by id limit 8',
    )
    expect(oldest).toBe('SEARCH event USING INDEX event_by_redundancy (project_id=? AND redundancy=?)')
    const next = plan(`select redundancy, received_at from event where project_id = 1 and redundancy >= 3
      order by redundancy, id limit 1`)
    expect(next).toBe('SEARCH event USING INDEX event_by_redundancy (project_id=? AND redundancy>?)')
  })
})

describe('days of a project', () => {
  it('stand for RETENTION_DAYS, longer or shorter', async () => {
    const opened = await open()
    for (const project of [2, 3]) addProject(opened, project)
    await opened.store.write((trx) => putProjectSetting(trx, 1, 'retention', { days: 60 }))
    await opened.store.write((trx) => putProjectSetting(trx, 2, 'retention', { days: 5 }))
    const insert = opened.connection.prepare(`
      insert into feedback (project_id, feedback_id, timestamp, received_at, message, source)
      values (?, ?, 0, ?, '', '')`)
    for (const days of [70, 50, 35, 20, 3]) {
      for (const project of [1, 2, 3]) insert.run(project, `${days}`, NOW - days * DAY_MS)
    }
    expire(opened, NOW, 30)
    const kept = opened.connection.prepare(
      `select project_id as project, group_concat(feedback_id, ' ' order by id) as days from feedback group by project_id`,
    )
    expect(kept.all()).toEqual([
      { project: 1, days: '50 35 20 3' },
      { project: 2, days: '3' },
      { project: 3, days: '20 3' },
    ])
  })
})

it('the migration ranks what is there, and counts it', () => {
  const connection = openConnection(IN_MEMORY)
  onTestFinished(() => connection.close())
  migrate(connection, [initial, spans, items, spanParts])
  connection.exec(`
    insert into project (id, slug, name, created_at) values (1, 'shop', 'Shop', 0);
    insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level,
      is_unhandled, first_seen, last_seen, event_count) values (1, 1, 1, 1, 'x', 'E', '', '', 'error', 0, 0, 0, 20);
    insert into payload_block (id, size_bytes, data) values (1, 1, x'00')`)
  const insert = connection.prepare(`
    insert into event (project_id, event_id, issue_id, timestamp, received_at, level, value, block_id,
      block_offset, block_length) values (1, ?, 1, 0, 0, 'error', '', 1, 0, 7)`)
  for (const number of range(0, 20)) insert.run(anEventId(number))
  migrate(connection, [initial, spans, items, spanParts, retention])
  const ranks = connection.prepare('select redundancy from event order by id').all()
  expect(ranks.map(({ redundancy }) => redundancy)).toEqual(range(1, 21).map(evictionRankOf))
  expect(connection.prepare('select * from storage_use').all()).toEqual([
    { project_id: 1, category: 'events', quantity: 20, payload_bytes: 140 },
  ])
})
