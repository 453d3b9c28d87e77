import { describe, expect, it, onTestFinished } from 'vitest'
import { createPagesBytes } from '#server/ingest/pages-key.ts'
import { ensurePagesKey } from '#server/store/projects/project-keys.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, envelopeOf, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const KEY = 'f'.repeat(32)
const MIB = 1024 * 1024
const ours = { origin: 'https://desk.example' }
const anEvent = (number = 1) => envelopeOf({ event_id: anEventId(number), message: 'a page failed' })
const NOW = Date.UTC(2026, 10, 22, 12)

async function open() {
  const time = { now: NOW }
  const opened = await openIngestApp({ tunnel: { path: '/tunnel' }, clock: () => time.now })
  onTestFinished(opened.close)
  await ensurePagesKey(opened.store, { projectId: 1, newKey: () => KEY, now: 0 })
  const send = (body: Uint8Array | string, headers: Record<string, string> = ours, path = '/envelope/') =>
    opened.app.inject({
      method: 'POST',
      url: `/api/1${path}?sentry_key=${KEY}`,
      payload: Buffer.from(body),
      headers,
    })
  const tunnel = (headers: Record<string, string>) =>
    opened.app.inject({
      method: 'POST',
      url: '/tunnel',
      payload: `{"dsn":"https://${KEY}@desk.example/1"}\n{"type":"event"}\n{"message":"x"}\n`,
      headers,
    })
  return { ...opened, time, send, tunnel }
}

const REFUSED = 'its key is only for pages of this desk; "project key add" creates another'

describe('the key on pages that everybody sees', () => {
  it('takes what pages of the desk send, by its public address and by the one that was asked', async () => {
    const { send, tunnel } = await open()
    expect((await send(anEvent())).statusCode).toBe(200)
    expect((await tunnel(ours)).statusCode).toBe(200)
    const local = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    expect((await tunnel(local)).statusCode).toBe(200)
  })

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'https://desk.example.evil' }],
    ['a page without an origin', { origin: 'null' }],
  ])('takes nothing from %s', async (_name, headers) => {
    const { send, tunnel, listEventIds } = await open()
    for (const response of [await send(anEvent(), headers), await tunnel(headers)]) {
      const detail = `Cannot accept envelope: ${REFUSED}`
      expect([response.statusCode, response.json()]).toEqual([403, { detail }])
    }
    expect(await listEventIds()).toEqual([])
  })

  it.each([
    '/store/',
    '/security/',
    '/nel/',
    '/minidump/',
    '/cron/job/',
    '/otlp/v1/traces/',
    '/otlp/v1/logs/',
  ])('takes nothing at %s', async (path) => {
    const { send } = await open()
    const response = await send('{}', ours, path)
    expect(response.statusCode).toBe(403)
    expect(response.body).toContain('only for pages of this desk')
  })

  it('takes no attachment, nor anything else that pages do not send', async () => {
    const { send, store, writer, listEventIds } = await open()
    const attachment = '{"type":"attachment","length":1,"filename":"a"}\nx\n'
    const alone = await send(`{"event_id":"${anEventId(1)}"}\n${attachment}`)
    expect([alone.statusCode, alone.json()]).toEqual([
      403,
      { detail: 'Cannot accept envelope: its key does not accept such items' },
    ])
    const mixed = await send(`${Buffer.from(anEvent(2))}${attachment}{"type":"check_in"}\n{}\n`)
    expect(mixed.statusCode).toBe(200)
    expect(await listEventIds()).toEqual([anEventId(2)])
    await expect
      .poll(
        async () => {
          await writer.idle()
          return store.db
            .selectFrom('outcome')
            .select(['category', 'outcome', 'quantity'])
            .where('reason', '=', 'not_from_pages')
            .orderBy('category')
            .execute()
        },
        { timeout: 20_000 },
      )
      .toEqual([
        { category: 'attachment', outcome: 'invalid', quantity: 2 },
        { category: 'monitor', outcome: 'invalid', quantity: 1 },
      ])
  })

  it('takes 100 errors a minute', async () => {
    const { send, time } = await open()
    const statuses: number[] = []
    for (let number = 1; number <= 101; number++) statuses.push((await send(anEvent(number))).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    time.now += 60_000
    expect((await send(anEvent(102))).statusCode).toBe(200)
  })

  it('brings 4 MiB a minute and 64 MiB a day at most', async () => {
    const bytes = createPagesBytes()
    expect(await bytes(4 * MIB, NOW)).toBeUndefined()
    const limit = { pauseSeconds: 60, categories: [], scope: 'key', reason: 'pages_minute' }
    expect(await bytes(1, NOW)).toEqual(limit)
    for (let minute = 1; minute < 16; minute++) {
      expect(await bytes(4 * MIB, NOW + minute * 60_000)).toBeUndefined()
    }
    expect((await bytes(1, NOW + 16 * 60_000))?.reason).toBe('pages_day')
    expect(await bytes(1, NOW + 86_400_000)).toBeUndefined()
  })

  it('leaves the other keys of its project as they are', async () => {
    const { app } = await open()
    const response = await app.inject({
      method: 'POST',
      url: `/api/1/envelope/?sentry_key=${PROJECT_KEY}`,
      payload: Buffer.from(anEvent()),
    })
    expect(response.statusCode).toBe(200)
  })

  it('is made once, and stays disabled when somebody disables it', async () => {
    const { store } = await open()
    const again = () => ensurePagesKey(store, { projectId: 1, newKey: () => 'e'.repeat(32), now: 1 })
    expect(await again()).toBe(KEY)
    await store.write((trx) =>
      trx.updateTable('project_key').set({ is_active: 0 }).where('public_key', '=', KEY).execute(),
    )
    expect(await again()).toBeUndefined()
  })
})
