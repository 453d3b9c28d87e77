import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#server/protocol/limits.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import { attachmentFolder, attachmentPath, hashOf } from '#server/store/maintenance/attachment-files.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  aUserReport,
  RECEIVED_AT,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const sendBody = (body: Uint8Array, receivedAt = RECEIVED_AT) =>
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt, body }], [])
  return {
    ...opened,
    folder: attachmentFolder(opened.file),
    sendBody,
    sendItems: (...items: SampleItem[]) => sendBody(anEnvelopeOf(...items)),
    outcomes: () =>
      opened.store.db
        .selectFrom('outcome')
        .select(['category', 'outcome', 'reason', 'quantity'])
        .orderBy('category')
        .orderBy('outcome')
        .orderBy('reason')
        .execute(),
  }
}

const accepted = (category: string, quantity: number) => ({
  category,
  outcome: 'accepted',
  reason: '',
  quantity,
})

describe('logs and metrics', () => {
  it('are stored once, however often they come', async () => {
    const opened = await open()
    const items = [aLogContainer(['one', 'one', 'two']), aMetricContainer([{}, { value: 2 }])]
    for (let times = 0; times < 3; times++)
      expect(opened.sendItems(...items).results).toEqual([{ status: 200 }])
    expect(await opened.outcomes()).toEqual([accepted('log_item', 3), accepted('trace_metric', 2)])
    const logs = await opened.store.db.selectFrom('log').selectAll().execute()
    expect(logs.map(({ body }) => body)).toEqual(['one', 'one', 'two'])
    const metrics = await opened.store.db.selectFrom('metric').select(['value', 'name']).execute()
    expect(metrics.map(({ value }) => value)).toEqual([1, 2])
  })

  it('are counted where only some are new', async () => {
    const opened = await open()
    opened.sendItems(aLogContainer(['one']))
    opened.sendItems(aLogContainer(['one', 'two']))
    expect(await opened.outcomes()).toEqual([accepted('log_item', 2)])
  })

  it('keep the whole of a body beside what lists show of it', async () => {
    const opened = await open()
    const body = `${'x'.repeat(limits.logStartChars - 1)}\u{1f6d2} and more`
    opened.sendItems(aLogContainer([body]))
    const row = await opened.store.db
      .selectFrom('log')
      .select(['body', 'block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
      .executeTakeFirstOrThrow()
    expect(row.body).toBe('x'.repeat(limits.logStartChars - 1))
    const [text = ''] = await listPayloadTexts(opened.store.db, [row])
    expect(JSON.parse(text)).toMatchObject({ body, attributes: { cart: 7 } })
  })
})

describe('sessions', () => {
  const hours = ({ store }: Awaited<ReturnType<typeof open>>) =>
    store.db
      .selectFrom('release_session_hour')
      .select(['hour', 'health', 'quantity'])
      .where('quantity', '!=', 0)
      .orderBy('health')
      .execute()
  const hour = Math.floor(1_790_000_000_000 / HOUR_MS)

  it('are counted once, by how they went at last', async () => {
    const opened = await open()
    opened.sendItems(aSession({ seq: 1 }))
    expect(await hours(opened)).toEqual([{ hour, health: 'healthy', quantity: 1 }])
    opened.sendItems(aSession({ seq: 2, status: 'ok', errors: 1 }))
    expect(await hours(opened)).toEqual([{ hour, health: 'errored', quantity: 1 }])
    opened.sendItems(aSession({ seq: 3, status: 'crashed', errors: 2, duration: 4 }))
    expect(await hours(opened)).toEqual([{ hour, health: 'crashed', quantity: 1 }])
    const row = await opened.store.db.selectFrom('release_session').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sequence: 3, errors: 2, has_ended: 1, duration_ms: 4000 })
    expect(await opened.outcomes()).toEqual([accepted('session', 3)])
  })

  it('change nothing when an update comes again, or too late', async () => {
    const opened = await open()
    const last = aSession({ seq: 3, status: 'exited' })
    opened.sendItems(last)
    opened.sendItems(last)
    opened.sendItems(aSession({ seq: 2, status: 'crashed' }))
    expect(await hours(opened)).toEqual([{ hour, health: 'healthy', quantity: 1 }])
    expect(await opened.outcomes()).toEqual([
      accepted('session', 1),
      { category: 'session', outcome: 'filtered', reason: 'superseded', quantity: 1 },
    ])
  })

  it('go on within one batch, and within one millisecond', async () => {
    const opened = await open()
    const bodies = [aSession(), aSession({ status: 'unhandled', errors: 1 })].map((item) =>
      anEnvelopeOf(item),
    )
    opened.writeBatch(
      bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body })),
      [],
    )
    expect(await hours(opened)).toEqual([{ hour, health: 'unhandled', quantity: 1 }])
    opened.sendItems(aSession())
    expect(await hours(opened)).toEqual([{ hour, health: 'unhandled', quantity: 1 }])
  })

  it('are added up where the SDK counted them, also when they come again', async () => {
    const opened = await open()
    opened.sendItems(aggregatedSessions())
    opened.sendItems(aggregatedSessions())
    expect(await hours(opened)).toEqual([
      { hour, health: 'crashed', quantity: 2 },
      { hour, health: 'errored', quantity: 4 },
      { hour, health: 'healthy', quantity: 10 },
    ])
    expect(await opened.outcomes()).toEqual([accepted('session', 2)])
  })
})

describe('feedback', () => {
  it('is stored once, before or after its event', async () => {
    const opened = await open()
    for (const item of [aFeedback(), aFeedback(), aUserReport(), aUserReport()]) opened.sendItems(item)
    const rows = await opened.store.db.selectFrom('feedback').select(['event_id', 'source']).execute()
    expect(rows).toEqual([
      { event_id: '7'.repeat(32), source: 'widget' },
      { event_id: '7'.repeat(32), source: 'user_report' },
    ])
    expect(await opened.outcomes()).toEqual([accepted('feedback', 2)])
  })
})

describe('check-ins', () => {
  const list = ({ store }: Awaited<ReturnType<typeof open>>) =>
    store.db
      .selectFrom('check_in')
      .innerJoin('monitor', 'monitor.id', 'check_in.monitor_id')
      .select(['slug', 'check_in_id', 'status', 'duration_ms'])
      .orderBy('check_in.id')
      .execute()

  it('are begun and done', async () => {
    const opened = await open()
    opened.sendItems(aCheckIn())
    opened.sendItems(aCheckIn())
    opened.sendBody(anEnvelopeOf(aCheckIn({ status: 'ok' })), RECEIVED_AT + 2500)
    opened.sendItems(aCheckIn({ status: 'error' }))
    expect(await list(opened)).toEqual([
      { slug: 'nightly-report', check_in_id: 'c'.repeat(32), status: 'ok', duration_ms: 2500 },
    ])
    expect(await opened.outcomes()).toEqual([
      accepted('monitor', 2),
      { category: 'monitor', outcome: 'filtered', reason: 'superseded', quantity: 1 },
    ])
  })

  it('may mean the latest that is in progress', async () => {
    const opened = await open()
    const latest = { check_in_id: '0'.repeat(32), status: 'ok', duration: 9 }
    opened.sendItems(aCheckIn({ environment: 'staging' }))
    opened.sendItems(aCheckIn(latest))
    opened.sendItems(aCheckIn({ ...latest, environment: 'staging' }))
    expect(await list(opened)).toMatchObject([
      { status: 'ok', check_in_id: 'c'.repeat(32), duration_ms: 9000 },
      { status: 'ok', duration_ms: 9000 },
    ])
  })

  it('change their monitor’s schedule, and belong to one monitor', async () => {
    const opened = await open()
    opened.sendItems(aCheckIn({ monitor_config: undefined }))
    opened.sendItems(aCheckIn({ check_in_id: 'e'.repeat(32) }))
    opened.sendItems(aCheckIn({ check_in_id: 'e'.repeat(32), status: 'ok', monitor_slug: 'other' }))
    const monitors = await opened.store.db.selectFrom('monitor').select(['slug', 'config']).execute()
    expect(monitors.map(({ slug }) => slug)).toEqual(['nightly-report', 'other'])
    expect(JSON.parse(monitors[0]?.config ?? '')).toMatchObject({ schedule: { value: '0 3 * * *' } })
    expect(await opened.outcomes()).toEqual([
      accepted('monitor', 2),
      { category: 'monitor', outcome: 'invalid', reason: 'other_monitor', quantity: 1 },
    ])
  })

  it('are refused with a sentence where a project has 1,000 monitors that are in use', async () => {
    const opened = await open()
    const insert = opened.connection.prepare('insert into monitor values (null, 1, ?, null, 0, ?)')
    for (let number = 0; number < 1_000; number++) insert.run(`job-${number}`, RECEIVED_AT - 60_000)
    const refused = {
      status: 400,
      detail: 'Cannot store check-in: its project has 1000 monitors, all of them in use',
    }
    expect(opened.sendItems(aCheckIn()).results).toEqual([refused])
    const beside = opened.writeBatch(
      [aCheckIn({ monitor_slug: 'job-1' }), aCheckIn({ check_in_id: 'e'.repeat(32) })].map((item) => ({
        ...{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body: anEnvelopeOf(item) },
      })),
      [],
    )
    expect(beside.results).toEqual([{ status: 200 }, refused])
    const mixed = opened.sendItems(aCheckIn({ check_in_id: 'f'.repeat(32) }), aFeedback())
    expect(mixed.results).toMatchObject([{ status: 200 }])
    expect(await opened.outcomes()).toEqual([
      accepted('feedback', 1),
      accepted('monitor', 1),
      { category: 'monitor', outcome: 'invalid', reason: 'too_many_monitors', quantity: 3 },
    ])
  })
})

describe('monitors that a stranger made', () => {
  const slugs = async ({ store }: Awaited<ReturnType<typeof open>>) => {
    const rows = await store.db.selectFrom('monitor').select('slug').orderBy('id').execute()
    return rows.map(({ slug }) => slug)
  }
  const checkIn = (slug: string, number: number) =>
    aCheckIn({
      monitor_slug: slug,
      check_in_id: number.toString(16).padStart(32, '0'),
      monitor_config: undefined,
    })

  it('give way to real ones, which stay', async () => {
    const opened = await open()
    const day = 86_400_000
    opened.sendBody(anEnvelopeOf(checkIn('hourly', 1)), RECEIVED_AT - 8 * day)
    opened.sendBody(anEnvelopeOf(checkIn('hourly', 2)), RECEIVED_AT - day)
    opened.sendBody(anEnvelopeOf(aCheckIn({ monitor_slug: 'told', check_in_id: '3'.repeat(32) })))
    for (let number = 0; number < 1_100; number++) {
      const [answer] = opened.sendItems(checkIn(`bogus-${number}`, 10_000 + number)).results
      expect(answer?.status).toBe(200)
    }
    expect(opened.sendItems(checkIn('nightly-backup', 4)).results).toEqual([{ status: 200 }])
    const left = await slugs(opened)
    expect(left).toHaveLength(1_000)
    expect(left).toEqual(expect.arrayContaining(['hourly', 'told', 'nightly-backup', 'bogus-1099']))
    expect(left).not.toContain('bogus-0')
    const checkIns = await opened.store.db.selectFrom('check_in').select('id').execute()
    expect(checkIns).toHaveLength(1_001)
  })
})

describe('attachments', () => {
  const bytes = new Uint8Array(1000).fill(7)
  const header = (eventId = '7'.repeat(32)) => new TextEncoder().encode(JSON.stringify({ event_id: eventId }))
  const rows = ({ store }: Awaited<ReturnType<typeof open>>) =>
    store.db.selectFrom('attachment').select(['event_id', 'filename', 'size_bytes']).orderBy('id').execute()
  const files = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
      : []

  it('lie in one file for the same bytes, under a name of ours', async () => {
    const opened = await open()
    opened.sendBody(withAttachment(header(), bytes, { filename: '../../../evil.sh' }))
    opened.sendBody(withAttachment(header('8'.repeat(32)), bytes))
    opened.sendBody(withAttachment(header('8'.repeat(32)), bytes))
    expect(await rows(opened)).toEqual([
      { event_id: '7'.repeat(32), filename: 'evil.sh', size_bytes: 1000 },
      { event_id: '8'.repeat(32), filename: 'screenshot.png', size_bytes: 1000 },
    ])
    expect(await opened.outcomes()).toEqual([accepted('attachment', 2)])
    expect(files(opened.folder).map(({ name }) => name)).toEqual([hashOf(bytes)])
    expect(readFileSync(attachmentPath(opened.folder, hashOf(bytes)))).toEqual(Buffer.from(bytes))
  })

  it('are no more than an event may have', async () => {
    const opened = await open()
    const many = Array.from({ length: limits.attachmentsPerEvent + 2 }, (_, index) => index)
    const body = many.reduce<Uint8Array>(
      (body, index) => withAttachment(body, new Uint8Array([index])),
      header(),
    )
    opened.sendBody(body)
    opened.sendBody(withAttachment(header(), bytes))
    expect(await rows(opened)).toHaveLength(limits.attachmentsPerEvent)
    expect(await opened.outcomes()).toEqual([
      accepted('attachment', limits.attachmentsPerEvent),
      { category: 'attachment', outcome: 'invalid', reason: 'too_many_attachments', quantity: 3 },
    ])
  })

  it('are not acknowledged where they can’t be written, and leave their neighbours alone', async () => {
    const opened = await open()
    writeFileSync(opened.folder, 'a file where the folder should be')
    const envelopes = [withAttachment(header(), bytes), anEnvelopeOf(aFeedback())].map((body) => ({
      projectId: 1,
      keyId: 1,
      receivedAt: RECEIVED_AT,
      body,
    }))
    const { results, failure } = opened.writeBatch(envelopes, [])
    expect(results).toMatchObject([{ status: 503 }, { status: 200 }])
    expect(failure).toContain('attachments')
    expect(await opened.outcomes()).toEqual([accepted('feedback', 1)])
  })

  it('leave no row where the file was written and the transaction failed', async () => {
    const opened = await open()
    opened.connection.exec('pragma query_only = on')
    expect(opened.sendBody(withAttachment(header(), bytes)).results).toMatchObject([{ status: 503 }])
    opened.connection.exec('pragma query_only = off')
    expect(files(opened.folder)).toHaveLength(1)
    expect(await rows(opened)).toEqual([])
    expect(opened.sendBody(withAttachment(header(), bytes)).results).toMatchObject([{ status: 200 }])
    expect(await rows(opened)).toHaveLength(1)
  })
})
