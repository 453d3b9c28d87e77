import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { createDeskLogs } from '#server/desk/records/logs.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import {
  aCheckIn,
  aFeedback,
  aLogContainer,
  aMetricContainer,
  aSession,
  RECEIVED_AT,
} from '#tests/support/builders/sample-records.ts'
import {
  aContainer,
  anEnvelopeOf,
  aTransaction,
  toAttributes,
} from '#tests/support/builders/sample-traces.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

/** What every object inherits: keys of foreign text that a lookup in an object would find. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']

/** Written as text, since `{__proto__: …}` would set a prototype. */
function keyed(value: unknown): Record<string, unknown> {
  return JSON.parse(`{${NAMES.map((name) => `"${name}":${JSON.stringify(value)}`).join(',')}}`)
}

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  const app = Fastify()
  const publicUrl = 'https://desk.example'
  await app.register((scope) =>
    registerApi(scope, { store: opened.store, publicUrl, clock: () => RECEIVED_AT }),
  )
  onTestFinished(async () => {
    await app.close()
    await opened.close()
  })
  const { token } = await opened.store.write((trx) =>
    createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: 0, random: randomBytes, by: COMMAND }),
  )
  const get = async (path: string) => {
    const answer = await app.inject({ url: `/api/0${path}`, headers: { authorization: `Bearer ${token}` } })
    return { status: answer.statusCode, body: answer.json() }
  }
  const send = (body: Uint8Array) =>
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body }], []).results[0]
  return { ...opened, get, send }
}

function anEventKeyed(number: number, name: string): Record<string, unknown> {
  const held = keyed('kept')
  const frame = { function: name, module: name, filename: name, vars: held }
  return {
    event_id: anEventId(number),
    timestamp: RECEIVED_AT / 1000,
    release: name,
    environment: name,
    transaction: name,
    logger: name,
    modules: held,
    tags: held,
    extra: held,
    contexts: keyed(held),
    user: { id: name, ...held },
    request: {
      url: `https://shop.example/${name}`,
      headers: held,
      query_string: held,
      cookies: held,
      data: held,
      env: held,
    },
    breadcrumbs: [{ type: name, category: name, data: held }],
    exception: {
      values: [
        { type: name, value: name, mechanism: { type: name, data: held }, stacktrace: { frames: [frame] } },
      ],
    },
  }
}

function pathsOf(name: string): string[] {
  const ofAll = [
    'issues',
    'tags',
    `tags/${name}/values`,
    'usage',
    'sessions',
    'events',
    'releases',
    `releases/${name}`,
  ]
  const ofOne = ['issues', 'stats', 'people', 'user-feedback', `monitors/${name}/checkins`]
  return [
    ...ofAll.map((path) => `/organizations/desk/${path}`),
    ...ofOne.map((path) => `/projects/desk/crumbtrail/${path}`),
    ...[`/issues/1/tags/${name}`, `/issues/${name}`, `/digests/${name}`, `/organizations/desk/trace/${name}`],
  ]
}

it('names of prototypes are keys like any other, in every kind of item', async () => {
  const { get, send, store } = await open()
  for (const [index, name] of NAMES.entries()) {
    const event = JSON.stringify(anEventKeyed(index + 1, name))
    const given = keyed('kept')
    const attributes = toAttributes(given)
    expect(send(new TextEncoder().encode(`{}\n{"type":"event"}\n${event}\n`))).toMatchObject({ status: 200 })
    const items = anEnvelopeOf(
      aTransaction([{ number: 2, parent: 1, data: given }], {
        release: name,
        environment: name,
        measurements: keyed({ value: 1, unit: name }),
        tags: given,
      }),
      aContainer([{ number: 9, data: given }]),
      aLogContainer([name], { attributes }),
      aMetricContainer([{ name, unit: name, attributes }]),
      aSession({ attrs: { release: name, environment: name, ...given } }),
      aFeedback({ release: name, environment: name }),
      aCheckIn({ monitor_slug: name, environment: name }),
    )
    expect(send(items)).toMatchObject({ status: 200 })
    const { status, body } = await get(`/projects/desk/crumbtrail/events/${anEventId(index + 1)}/`)
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    // An object's prototype is no key of foreign text: it alone is left out of trees.
    for (const key of NAMES.slice(0, -1)) expect(text).toContain(`"${key}":"kept"`)
  }
  const environments = await store.db.selectFrom('event').select('environment').execute()
  expect(environments.map(({ environment }) => environment).toSorted()).toEqual(NAMES.toSorted())
  for (const name of NAMES) expect(Object.hasOwn(Object.prototype, name)).toBe(true)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>).kept).toBeUndefined() // any object, of which none may have it
})

it.each(NAMES)('searches for %s give a result or a sentence', async (name) => {
  const { store, get, send } = await open()
  send(new TextEncoder().encode(`{}\n{"type":"event"}\n${JSON.stringify(anEventKeyed(1, name))}\n`))
  send(
    anEnvelopeOf(
      aLogContainer(['plain']),
      aLogContainer(['keyed'], { attributes: toAttributes({ [name]: 'a1' }) }),
    ),
  )
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({
    store,
    sees: 'all',
    viewer,
    publicUrl: 'https://desk.example',
    clock: () => RECEIVED_AT,
  })
  const logs = createDeskLogs(store)
  const period = { start: RECEIVED_AT - 3_600_000, end: RECEIVED_AT + 3_600_000 }
  for (const query of [
    `${name}:a1`,
    `!${name}:a1`,
    `has:${name}`,
    `is:${name}`,
    `level:${name}`,
    name,
    `${name}:>1`,
  ]) {
    const found = await logs.search({
      ...{ project: undefined, environment: undefined, period },
      ...{ query, limit: 50, cursor: undefined },
    })
    const issues = await desk.issues.search({ limit: 100, query, sort: undefined })
    expect('items' in found || 'refusal' in found).toBe(true)
    expect('items' in issues || 'refusal' in issues).toBe(true)
    if (query === `${name}:a1` && name !== '__proto__')
      expect(found).toMatchObject({ items: [{ body: 'keyed' }] })
    const asked = `query=${encodeURIComponent(query)}&sort=${name}`
    for (const path of pathsOf(name)) {
      for (const more of [
        '',
        '&dataset=logs',
        '&dataset=metrics',
        `&dataset=${name}&statsPeriod=${name}`,
        `&project=${name}&environment=${name}&field=${name}`,
      ]) {
        const { status } = await get(`${path}/?${asked}${more}`)
        expect(status, `${path} for ${query}`).toBeLessThan(500)
      }
    }
  }
})
