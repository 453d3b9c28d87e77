import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  attachmentFolder,
  attachmentPath,
  hashOf,
  writeAttachment,
} from '#server/store/maintenance/attachment-files.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { aContainer, anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { anEventId, type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 8, 20)
const RETENTION_DAYS = 30

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  return opened
}

/** As the writer's thread would, slice after slice. Gives how many there were. */
function expire(
  opened: EventStore,
  now = NOW,
  options: { retentionDays?: number } = { retentionDays: RETENTION_DAYS },
) {
  let passedMs = 0
  const slice = createRetention(opened.connection, {
    ...options,
    attachments: attachmentFolder(opened.file),
    stopwatch: () => passedMs++, // so many looks at the time to a slice
    budgetMs: 20,
  })
  let slices = 1
  while (slice(now)) {
    slices++
    passedMs = 0
  }
  return slices
}

function anError(number: number, message = 'no price') {
  return {
    event_id: anEventId(number),
    message,

    extra: { 'error.digest': `${number}` },
  }
}

const count = ({ connection }: EventStore, table: string) =>
  Number(connection.prepare(`select count(*) as n from ${table}`).get()?.n)

describe('retention', () => {
  it('deletes what arrived before it with all that hangs on it, and keeps counters', async () => {
    const opened = await open()
    for (let number = 0; number < 40; number++) {
      opened.send(anError(number), NOW - (number < 25 ? 31 : 29) * DAY_MS)
    }
    expect(count(opened, 'payload_block')).toBe(40)
    const digests = count(opened, 'digest')
    expect(digests).toBe(40)
    expire(opened)
    expect(['event', 'payload_block', 'digest'].map((table) => count(opened, table))).toEqual([15, 15, 15])
    const issue = opened.connection.prepare('select event_count from issue').get()
    expect(issue?.event_count).toBe(40)
    expect(opened.connection.prepare('pragma foreign_key_check').all()).toEqual([])
    expect(opened.connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('keeps a block for as long as anything lies in it', async () => {
    const opened = await open()
    const envelope = (number: number, receivedAt: number) => ({
      ...{ projectId: 1, keyId: 1, receivedAt },
      body: new TextEncoder().encode(`{}\n{"type":"event"}\n${JSON.stringify(anError(number))}\n`),
    })
    opened.writeBatch([envelope(1, NOW - 31 * DAY_MS), envelope(2, NOW)], [])
    expect(count(opened, 'payload_block')).toBe(1)
    expire(opened)
    expect([count(opened, 'event'), count(opened, 'payload_block')]).toEqual([1, 1])
    expire(opened, NOW + 31 * DAY_MS)
    expect([count(opened, 'event'), count(opened, 'payload_block')]).toEqual([0, 0])
  })

  it('deletes spans, in parts and in the rows of lists', async () => {
    const opened = await open()
    const long = { text: 'x'.repeat(5_000) }
    for (const [index, receivedAt] of [NOW - 40 * DAY_MS, NOW].entries()) {
      const spans = aContainer([
        { number: 2 * index + 1, more: { is_segment: true } },
        { number: 2 * index + 2, data: long },
      ])
      opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt, body: anEnvelopeOf(spans) }], [])
    }
    const tables = ['span_part', 'segment', 'payload_block']
    expect(tables.map((table) => count(opened, table))).toEqual([2, 2, 2])
    expire(opened)
    expect(tables.map((table) => count(opened, table))).toEqual([1, 1, 1])
  })

  it('deletes hours of outcomes, but none of the month that a quota counts', async () => {
    const opened = await open()
    const insert = opened.connection.prepare(
      `insert into outcome values (1, 1, ?, 'error', 'accepted', '', 1)`,
    )
    const hourOf = (time: number) => Math.floor(time / 3_600_000)
    const times = [NOW - 60 * DAY_MS, NOW - 31 * DAY_MS, NOW - 15 * DAY_MS, NOW - 2 * DAY_MS]
    for (const time of times) insert.run(hourOf(time))
    expire(opened, NOW, { retentionDays: 1 })
    const left = opened.connection.prepare('select hour from outcome order by hour').all()
    expect(left.map(({ hour }) => hour)).toEqual(times.slice(2).map(hourOf))
  })

  it('does it in slices, and takes up where it stopped', async () => {
    const opened = await open()
    for (let number = 0; number < 300; number++) opened.send(anError(number), NOW - 31 * DAY_MS)
    expect(expire(opened)).toBeGreaterThan(10)
    expect(count(opened, 'event')).toBe(0)
    expect(expire(opened)).toBeLessThan(25) // the folders of attachments are looked through each time
  })

  it('passes over what a clock that was ahead has marked, and deletes what it marked later', async () => {
    const opened = await open()
    for (let number = 0; number < 20; number++) opened.send(anError(number), NOW + 400 * DAY_MS)
    for (let number = 20; number < 40; number++) opened.send(anError(number), NOW - 31 * DAY_MS)
    expire(opened)
    expect(count(opened, 'event')).toBe(20)
    expire(opened, NOW + 431 * DAY_MS)
    expect(count(opened, 'event')).toBe(0)
  })

  it('gives space back', async () => {
    const opened = await open()
    const pages = () => Number(opened.connection.prepare('pragma page_count').get()?.page_count)
    const fileBytes = () => {
      opened.connection.exec('pragma wal_checkpoint(truncate)')
      return statSync(opened.file).size
    }
    const empty = { pages: pages(), fileBytes: fileBytes() } // each table has a page of its own
    const noise = () => Array.from({ length: 400 }, () => Math.random().toString(36)).join(' ')
    for (let number = 0; number < 300; number++) {
      opened.send({ ...anError(number), extra: { noise: noise() } }, NOW - 31 * DAY_MS)
    }
    const added = { pages: pages() - empty.pages, fileBytes: fileBytes() - empty.fileBytes }
    expire(opened)
    expect(pages() - empty.pages).toBeLessThan(added.pages / 2)
    expect(fileBytes() - empty.fileBytes).toBeLessThan(added.fileBytes / 2)
    expect(opened.connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('deletes files with the last row that knows them, and those that none ever did', async () => {
    const opened = await open()
    const folder = attachmentFolder(opened.file)
    const insert = opened.connection.prepare(`
      insert into attachment (project_id, event_id, sha256, filename, attachment_type, size_bytes, received_at)
      values (1, ?, ?, 'a', 'event.attachment', 1, ?)`)
    const write = (text: string, ...arrivals: number[]) => {
      const bytes = new TextEncoder().encode(text)
      const sha256 = hashOf(bytes)
      writeAttachment(folder, sha256, bytes)
      for (const [index, receivedAt] of arrivals.entries()) insert.run(anEventId(index), sha256, receivedAt)
      return attachmentPath(folder, sha256)
    }
    const old = write('old', NOW - 31 * DAY_MS)
    const shared = write('shared', NOW - 31 * DAY_MS, NOW)
    const orphan = write('orphan')
    const unfinished = join(dirname(shared), '0123.part')
    mkdirSync(dirname(unfinished), { recursive: true })
    writeFileSync(unfinished, 'half')
    expire(opened, NOW, {})
    expect([old, shared, orphan, unfinished].map((path) => existsSync(path))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expire(opened)
    expect([old, shared].map((path) => existsSync(path))).toEqual([false, true])
  })
})

describe('monitors', () => {
  it('go 90 days after their last check-in, and 400 where their schedule is known', async () => {
    const opened = await open()
    const insert = opened.connection.prepare('insert into monitor values (null, 1, ?, ?, 0, ?)')
    for (const [slug, config, idleDays] of [
      ['idle', null, 91],
      ['busy', null, 89],
      ['yearly', '{}', 399],
      ['gone', '{}', 401],
    ] as const) {
      insert.run(slug, config, NOW - idleDays * DAY_MS)
    }
    const checkIn = opened.connection.prepare(`
      insert into check_in (project_id, monitor_id, check_in_id, status, environment, timestamp, received_at, updated_at)
      values (1, 1, ?, 'ok', 'production', ?, ?, ?)`)
    const time = NOW - 91 * DAY_MS
    for (let number = 0; number < 450; number++) checkIn.run(String(number), time, time, time)
    expire(opened, NOW, {})
    const rows = await opened.store.db.selectFrom('monitor').select('slug').orderBy('id').execute()
    expect(rows.map(({ slug }) => slug)).toEqual(['busy', 'yearly'])
    expect(count(opened, 'check_in')).toBe(0)
  })
})
