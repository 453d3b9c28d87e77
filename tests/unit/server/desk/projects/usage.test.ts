import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { aContainer, anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 8, 20)

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const { store, connection, file } = opened
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  const expire = (retentionDays: number) => {
    const slice = createRetention(connection, { retentionDays, attachments: attachmentFolder(file) })
    while (slice(NOW));
  }
  return { ...opened, desk, expire }
}

type Opened = Awaited<ReturnType<typeof open>>

const anError = (number: number) => ({ event_id: anEventId(number), message: 'no price' })

function sendSpans({ writeBatch }: Opened, receivedAt: number): void {
  const body = anEnvelopeOf(
    aContainer([{ number: 1, more: { is_segment: true } }, { number: 2 }, { number: 3 }]),
  )
  writeBatch([{ projectId: 1, keyId: 1, receivedAt, body }], [])
}

function insertAttachment({ connection }: Opened, sizeBytes: number): void {
  connection
    .prepare(`insert into attachment (project_id, event_id, sha256, filename, attachment_type, size_bytes,
      received_at) values (1, ?, 'ab', 'a', 'event.attachment', ?, ?)`)
    .run(anEventId(1), sizeBytes, NOW)
}

it('counts what is stored by category, and what is deleted', async () => {
  const opened = await open()
  const { desk, send, expire } = opened
  expect(await desk.usage.listStorage()).toEqual([])
  for (const number of [1, 2, 3]) send(anError(number), NOW - number * DAY_MS)
  send(anError(3), NOW) // a repeat
  sendSpans(opened, NOW - 3 * DAY_MS)
  insertAttachment(opened, 5_000_000)
  const quantities = async () => {
    const usage = await desk.usage.listStorage('crumbtrail')
    return Object.fromEntries(usage.map(({ category, quantity }) => [category, quantity]))
  }
  expect(await quantities()).toEqual({ attachments: 1, events: 3, spans: 3, segments: 1 })
  const [largest] = await desk.usage.listStorage()
  expect(largest).toEqual({
    projectId: 1,
    projectSlug: 'crumbtrail',
    category: 'attachments',
    quantity: 1,
    bytes: 5_000_320,
  })
  expire(1.5)
  expect(await quantities()).toEqual({ attachments: 1, events: 1 })
  expect(await desk.usage.listStorage('nobody')).toEqual([])
})

it('comes near what the file takes', async () => {
  const { desk, writeBatch, connection } = await open()
  const fileBytes = () =>
    Number(
      connection
        .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
        .get()?.bytes,
    )
  const before = fileBytes()
  for (let number = 0; number < 3_000; number += 100) {
    const envelopes = Array.from({ length: 100 }, (_, index) => {
      const body = new TextEncoder().encode(sampleEnvelope(number + index, anEventId(number + index)))
      return { projectId: 1, keyId: 1, receivedAt: NOW, body }
    })
    writeBatch(envelopes, [])
  }
  const [events] = await desk.usage.listStorage()
  const grown = fileBytes() - before
  expect(events?.quantity).toBe(3_000)
  expect(Math.abs((events?.bytes ?? 0) - grown) / grown).toBeLessThan(0.25)
})

it('GET /organizations/desk/usage/ adds up by project', async () => {
  const opened = await open()
  const { store, send, desk } = opened
  send(anError(1), NOW)
  insertAttachment(opened, 1_000)
  const app = Fastify()
  onTestFinished(() => app.close())
  const publicUrl = 'https://desk.example'
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => NOW }))
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: NOW, random: randomBytes, by: COMMAND }),
  )
  const get = (organization: string) =>
    app.inject({
      url: `/api/0/organizations/${organization}/usage/`,
      headers: { authorization: `Bearer ${token}` },
    })
  const usage = await desk.usage.listStorage()
  const bytes = usage.reduce((sum, part) => sum + part.bytes, 0)
  expect((await get('desk')).json()).toEqual({
    bytes,
    projects: [
      {
        slug: 'crumbtrail',
        bytes,
        categories: usage.map(({ category, quantity, bytes }) => ({ category, quantity, bytes })),
      },
    ],
  })
  expect((await get('acme')).statusCode).toBe(404)
})

it('knows when the oldest event arrived that an issue has left', async () => {
  const { desk, send, expire } = await open()
  for (const number of [5, 3, 1]) send(anError(number), NOW - number * DAY_MS)
  expect(await desk.events.findOldestArrival(1)).toBe(NOW - 5 * DAY_MS)
  expire(4)
  expect(await desk.events.findOldestArrival(1)).toBe(NOW - 3 * DAY_MS)
  expire(1 / 24)
  expect(await desk.events.findOldestArrival(1)).toBeUndefined()
})
