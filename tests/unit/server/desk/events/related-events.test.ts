import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { anEventId, envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20)
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const [SERVER, BROWSER] = [1, 2] as const
const WEB = { slug: 'web', name: 'Web', publicKey: 'c'.repeat(32), now: NOW }

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const { store, writeBatch } = opened
  await store.write((trx) => insertProject(trx, WEB))
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  const send = (projectId: number, event: Record<string, unknown>) => {
    const body = envelopeOf({ timestamp: NOW / 1000, ...event })
    const { results } = writeBatch([{ projectId, keyId: 1, receivedAt: NOW, body }], [])
    expect(results[0]?.status).toBe(200)
  }
  const sidesOf = async (projectId: number, number: number) => {
    const event = await desk.events.findInProject(projectId, anEventId(number))
    if (!event) throw new Error(`Cannot test: event ${number} is not stored`)
    return desk.events.listRelated(event)
  }
  return { ...opened, desk, send, sidesOf }
}

/** As Next.js and its SDK report one failure: the server knows what was thrown, the browser only the digest. */
function serverError(more: Record<string, unknown> = {}) {
  return {
    event_id: anEventId(1),
    timestamp: NOW / 1000 - 1,
    platform: 'node',
    sdk: { name: 'sentry.javascript.nextjs' },
    exception: { values: [{ type: 'DatabaseError', value: 'lock timeout' }] },
    contexts: { trace: { trace_id: TRACE_ID }, Error: { digest: '329735291' } },
    ...more,
  }
}

function browserError(more: Record<string, unknown> = {}) {
  return {
    event_id: anEventId(2),
    platform: 'javascript',
    sdk: { name: 'sentry.javascript.nextjs' },
    exception: { values: [{ type: 'Error', value: 'An error occurred in the Server Components render' }] },
    contexts: { trace: { trace_id: TRACE_ID } },
    extra: { digest: '329735291' },
    ...more,
  }
}

const THE_SERVERS = {
  projectSlug: 'crumbtrail',
  eventId: anEventId(1),
  side: 'server',
  type: 'DatabaseError',
  value: 'lock timeout',
  timestamp: NOW - 1000,
}

describe('desk.events.listRelated()', () => {
  it('joins what server and browser say of a failure by its trace', async () => {
    const { send, sidesOf } = await open()
    send(SERVER, serverError())
    send(BROWSER, browserError())
    expect(await sidesOf(BROWSER, 2)).toEqual([expect.objectContaining(THE_SERVERS)])
    expect(await sidesOf(SERVER, 1)).toEqual([
      expect.objectContaining({ projectSlug: 'web', eventId: anEventId(2), side: 'browser' }),
    ])
  })

  it('joins by a digest without a trace, ours or a framework’s', async () => {
    const { send, sidesOf } = await open()
    send(SERVER, serverError({ contexts: { error: { digest: 'K7Q2MX-4T9ZPA' } } }))
    send(BROWSER, browserError({ contexts: {}, extra: { digest: 'K7Q2MX-4T9ZPA' } }))
    send(SERVER, serverError({ event_id: anEventId(3), contexts: { Error: { digest: '329735291' } } }))
    send(BROWSER, browserError({ event_id: anEventId(4), contexts: {} }))
    expect(await sidesOf(BROWSER, 2)).toEqual([expect.objectContaining(THE_SERVERS)])
    expect(await sidesOf(BROWSER, 4)).toEqual([
      expect.objectContaining({ ...THE_SERVERS, eventId: anEventId(3) }),
    ])
  })

  it('gives the ten that are nearest in time, the earliest first', async () => {
    const { send, sidesOf } = await open()
    send(SERVER, serverError())
    for (let number = 2; number < 40; number++) {
      send(BROWSER, browserError({ event_id: anEventId(number), timestamp: NOW / 1000 + number }))
    }
    const sides = await sidesOf(SERVER, 1)
    expect(sides.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 10 }, (_, index) => anEventId(index + 2)),
    )
  })

  it('leaves out traces that only begin alike', async () => {
    const { send, sidesOf } = await open()
    send(SERVER, serverError())
    const other = `${TRACE_ID.slice(0, 8)}${'0'.repeat(24)}`
    send(BROWSER, browserError({ contexts: { trace: { trace_id: other } }, extra: {} }))
    expect(await sidesOf(SERVER, 1)).toEqual([])
  })
})

it('GET /digests/<digest>/ shows both sides', async () => {
  const { send, store } = await open()
  send(SERVER, serverError())
  send(BROWSER, browserError())
  const app = Fastify()
  onTestFinished(() => app.close())
  const publicUrl = 'https://desk.example'
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => NOW }))
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: NOW, random: randomBytes, by: COMMAND }),
  )
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ url: '/api/0/digests/329735291/', headers })
  expect(answer.json()).toMatchObject({
    event: { id: anEventId(1) },
    otherSides: [
      {
        id: anEventId(2),
        project: 'web',
        side: 'browser',
        title: 'Echo of DatabaseError: lock timeout',
        dateCreated: '2026-09-20T00:00:00.000Z',
        url: `${publicUrl}/issues/2/events/${anEventId(2)}`,
      },
    ],
  })
})
