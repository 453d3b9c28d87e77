import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import { RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { openEventStore, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const EVENT_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

/** What is taken goes to the writer at once, as ingest would hand it on. */
async function open(judge = { status: 200, detail: '' }) {
  const { store, writeBatch, close } = await openEventStore(() => RECEIVED_AT)
  const app = Fastify()
  const keys: string[] = []
  await app.register((scope) =>
    registerApi(scope, {
      ...{ store, publicUrl: 'https://desk.example', clock: () => RECEIVED_AT },
      async send({ projectId, publicKey }, body) {
        keys.push(publicKey)
        if (judge.status === 200) writeBatch([{ projectId, keyId: 1, receivedAt: RECEIVED_AT, body }], [])
        return judge
      },
    }),
  )
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const given = { name: 'a', scopes: parseScopes('write') ?? [], now: 0, random: randomBytes, by: COMMAND }
  const { token } = await store.write((trx) => createToken(trx, given))
  const headers = { authorization: `Bearer ${token}` }
  const url = '/api/0/projects/desk/crumbtrail/user-feedback/'
  return {
    keys,
    post: async (payload: object) => {
      const answer = await app.inject({ method: 'POST', url, headers, payload })
      return [answer.statusCode, answer.json()]
    },
    list: async () => (await app.inject({ url, headers })).json(),
  }
}

it('takes feedback by the project’s own key, and lists it with its event', async () => {
  const { post, list, keys } = await open()
  const who = { name: 'Ada', email: 'ada@example.com', comments: 'The cart was empty' }
  const dateCreated = new Date(RECEIVED_AT).toISOString()
  expect(await post({ event_id: EVENT_ID, ...who })).toEqual([
    200,
    { eventID: EVENT_ID, ...who, dateCreated },
  ])
  expect(keys).toEqual([PROJECT_KEY])
  expect(await list()).toMatchObject([{ eventID: EVENT_ID, ...who }])
})

it.each([
  [{ event_id: 'x', comments: 'a' }, 'event_id: it is not 32 hexadecimal characters'],
  [{ event_id: EVENT_ID, comments: ' ' }, 'comments: it is empty'],
  [{ event_id: EVENT_ID, comments: 'a', name: 'x'.repeat(257) }, 'name: it is longer than 256 characters'],
])('refuses %j', async (given, why) => {
  const { post, list } = await open()
  expect(await post(given)).toEqual([400, { detail: `Cannot take the feedback: ${why}` }])
  expect(await list()).toEqual([])
})

it('passes on why ingest takes nothing', async () => {
  const { post } = await open({ status: 429, detail: 'Cannot accept feedback: the limit is reached' })
  const [status, { detail }] = await post({ event_id: EVENT_ID, comments: 'a' })
  expect([status, detail]).toEqual([
    400,
    'Cannot take the feedback: Cannot accept feedback: the limit is reached',
  ])
})
