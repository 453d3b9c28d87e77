import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aSession,
  aUserReport,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'

const EVENT_ID = '7'.repeat(32)
const PICTURE = new Uint8Array(100_000).map((_, index) => index * 31)

describe('items that are not events', () => {
  let desk: DeskProcess
  let token: string
  let endpoint: string

  beforeAll(async () => {
    desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    const json = async <T>(...command: string[]) => JSON.parse(await desk.cli(...command, '--json')) as T
    const { dsn } = await json<{ dsn: string }>('project', 'add', 'Shop')
    token = (await json<{ token: string }>('token', 'add', 'tests')).token
    const { pathname, username } = new URL(dsn)
    endpoint = `/api${pathname}/envelope/?sentry_key=${username}`
  })

  afterAll(async () => {
    await desk.stop()
    await removeData(desk)
  })

  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(desk.url + endpoint, { method: 'POST', body })
    return { status: response.status, body: await response.json() }
  }
  const sendItems = (...items: SampleItem[]) => send(new Uint8Array(anEnvelopeOf(...items)))
  const get = (path: string) =>
    fetch(`${desk.url}/api/0/projects/desk/shop${path}`, { headers: { authorization: `Bearer ${token}` } })
  const query = (sql: string) => {
    const db = new DatabaseSync(databaseFile(desk.dataDir), { readOnly: true })
    try {
      return db.prepare(sql).all()
    } finally {
      db.close()
    }
  }

  it('feedback comes before its event, and finds it', async () => {
    expect(await sendItems(aUserReport())).toEqual({ status: 200, body: {} })
    expect(await sendItems(aFeedback())).toEqual({ status: 200, body: { id: 'f'.repeat(32) } })
    expect(await (await get('/user-feedback/')).json()).toMatchObject([{ issue: null }, { issue: null }])
    await sendItems({ type: 'event', payload: { event_id: EVENT_ID, message: 'It broke' } })
    expect(await (await get('/user-feedback/')).json()).toMatchObject([
      { comments: 'The cart is empty', eventID: EVENT_ID, issue: { id: expect.any(String) } },
      { comments: 'It broke', eventID: EVENT_ID, issue: { id: expect.any(String) } },
    ])
  })

  it('an attachment comes in an envelope of its own, and is read as it was sent', async () => {
    const header = new TextEncoder().encode(JSON.stringify({ event_id: EVENT_ID }))
    const envelope = new Uint8Array(withAttachment(header, PICTURE, { filename: '../../../picture.png' }))
    expect(await send(envelope)).toEqual({ status: 200, body: { id: EVENT_ID } })
    const [attachment] = (await (await get(`/events/${EVENT_ID}/attachments/`)).json()) as { id: string }[]
    expect(attachment).toMatchObject({ name: 'picture.png', size: PICTURE.length })
    const file = await get(`/events/${EVENT_ID}/attachments/${attachment?.id}/?download=1`)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(PICTURE)
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
  })

  it('a check-in is begun and done', async () => {
    await sendItems(aCheckIn())
    await sendItems(aCheckIn({ status: 'ok', duration: 12.5 }))
    const checkIns = await (await get('/monitors/nightly-report/checkins/')).json()
    expect(checkIns).toMatchObject([{ id: 'c'.repeat(32), status: 'ok', duration: 12_500 }])
  })

  it('a session is counted once, and those that were counted by the SDK are added', async () => {
    await sendItems(aSession())
    await sendItems(aSession({ status: 'crashed', errors: 1, timestamp: '2026-09-21T14:13:30.000Z' }))
    await sendItems(aggregatedSessions())
    const hours = query('select health, sum(quantity) as quantity from release_session_hour group by health')
    expect(hours).toEqual([
      { health: 'crashed', quantity: 2 },
      { health: 'errored', quantity: 2 },
      { health: 'healthy', quantity: 5 },
    ])
  })

  it('every item is counted at /metrics', async () => {
    const response = await fetch(`${desk.url}/metrics`)
    expect(response.status).toBe(200)
    const lines = (await response.text()).split('\n')
    const count = (category: string) =>
      `crumbtrail_outcomes_total{project="2",category="${category}",outcome="accepted",reason=""}`
    expect(lines).toEqual(
      expect.arrayContaining([
        `${count('feedback')} 2`,
        `${count('attachment')} 1`,
        `${count('monitor')} 2`,
        `${count('session')} 3`,
        `${count('error')} 1`,
      ]),
    )
    const proxied = await fetch(`${desk.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(proxied.status).toBe(401)
  })

  it('every item survives a kill, an attachment with its file', async () => {
    const bodies = Array.from({ length: 200 }, (_, index) => {
      const header = new TextEncoder().encode(
        JSON.stringify({ event_id: index.toString(16).padStart(32, '0') }),
      )
      return new Uint8Array(withAttachment(header, new TextEncoder().encode(`attachment ${index}`)))
    })
    const answers = bodies.map((body) => send(body).catch(() => ({ status: 0 })))
    await Promise.race(answers)
    await desk.stop('SIGKILL')
    const acknowledged = (await Promise.all(answers)).flatMap(({ status }, index) =>
      status === 200 ? [index] : [],
    )
    expect(acknowledged.length).toBeGreaterThan(0)

    const rows = query('select event_id, sha256 from attachment where size_bytes < 100')
    const files = new Set(
      readdirSync(join(desk.dataDir, 'attachments'), { recursive: true }).map((path) =>
        String(path).split('/').at(-1),
      ),
    )
    for (const { sha256 } of rows) expect(files.has(String(sha256))).toBe(true)
    const stored = new Set(rows.map(({ event_id }) => Number.parseInt(String(event_id), 16)))
    expect(acknowledged.filter((index) => !stored.has(index))).toEqual([])
    expect(files.has(hashOf(PICTURE))).toBe(true)
    desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' }, dataDir: desk.dataDir })
    expect((await get(`/events/${EVENT_ID}/attachments/`)).status).toBe(200)
  })
})
