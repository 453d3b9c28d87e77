import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import { aggregatedSessions, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

let opened: EventStore
let app: FastifyInstance
const tokens = { read: '', write: '' }
const RELEASES = '/organizations/desk/releases/'

beforeEach(async () => {
  opened = await openEventStore(() => RECEIVED_AT)
  const { store, close } = opened
  app = Fastify()
  checkAnswers(app)
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: 'https://example.com', clock: () => RECEIVED_AT }),
  )
  for (const scope of ['read', 'write'] as const) {
    const given = { name: scope, scopes: parseScopes(scope) ?? [], now: 0, random: randomBytes, by: COMMAND }
    tokens[scope] = (await store.write((trx) => createToken(trx, given))).token
  }
  onTestFinished(async () => {
    await app.close()
    await close()
  })
})

async function ask(
  path: string,
  body?: object,
  token = body ? tokens.write : tokens.read,
  method: 'POST' | 'PUT' = 'POST',
) {
  const headers = { authorization: `Bearer ${token}` }
  const url = `/api/0${path}`
  const response = body
    ? await app.inject({ method, url, headers, payload: body })
    : await app.inject({ url, headers })
  return { status: response.statusCode, body: response.json() }
}

function sendSessions(release: string, aggregates: object[]) {
  const body = anEnvelopeOf(aggregatedSessions({ aggregates, attrs: { release, environment: 'production' } }))
  opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body }], [])
}

describe('releases', () => {
  it('are those of events and sessions, with how they do', async () => {
    const started = '2026-09-21T14:00:00.000Z'
    opened.send({ message: 'one', release: 'shop@1.0.0' }, RECEIVED_AT - 10)
    sendSessions('shop@1.1.0', [
      { started, did: 'ada', exited: 5 },
      { started, did: 'bob', exited: 2, crashed: 1 },
    ])
    sendSessions('shop@1.0.0', [{ started, exited: 2 }])
    const { status, body } = await ask(`${RELEASES}?project=-1`)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      {
        version: 'shop@1.1.0',
        shortVersion: '1.1.0',
        newGroups: 0,
        adoption: 80,
        crashFreeSessions: 87.5,
        crashFreeUsers: 50,
        projects: [{ slug: 'crumbtrail', hasHealthData: true, healthData: { totalSessions24h: 8 } }],
      },
      { version: 'shop@1.0.0', newGroups: 1, adoption: 20, crashFreeSessions: 100, crashFreeUsers: null },
    ])
    expect((await ask(`${RELEASES}shop@1.1.0/`)).body).toEqual(body[0])
  })

  it('have a share of the events where there are no sessions', async () => {
    opened.send({ message: 'one', release: '1.0.0' }, RECEIVED_AT - 1_000)
    for (let times = 0; times < 3; times++) opened.send({ message: 'one', release: '1.1.0' }, RECEIVED_AT)
    opened.send({ message: 'one', release: '0.9.0' }, RECEIVED_AT - 48 * 3_600_000)
    const { body } = await ask(`${RELEASES}?project=-1`)
    expect(body.map((release: { adoption: number }) => release.adoption)).toEqual([75, 25, 0])
    expect(body[0]).toMatchObject({ crashFreeSessions: null, crashFreeUsers: null })
  })

  it('are listed page by page, and by project', async () => {
    for (const version of ['1', '2', '3']) opened.send({ message: 'one', release: version }, Number(version))
    const first = await app.inject({
      url: `/api/0${RELEASES}?limit=2&project=crumbtrail`,
      headers: { authorization: `Bearer ${tokens.read}` },
    })
    expect(first.json().map(({ version }: { version: string }) => version)).toEqual(['3', '2'])
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers.link))?.[1]
    const second = await ask(`${RELEASES}?limit=2&project=crumbtrail&cursor=${cursor}`)
    expect(second.body).toMatchObject([{ version: '1' }])
    expect((await ask(`${RELEASES}?project=nowhere`)).status).toBe(404)
    expect((await ask(`${RELEASES}?limit=0`)).status).toBe(400)
    expect((await ask('/organizations/other/releases/')).status).toBe(404)
  })
})

describe('POST releases and deploys', () => {
  it('makes a release once, and adds to what is known', async () => {
    const given = { version: 'shop@2.0.0', projects: ['crumbtrail'] }
    const made = await ask(RELEASES, { ...given, ref: 'abc', dateReleased: '2026-11-03T12:00:00Z' })
    expect(made).toMatchObject({
      status: 201,
      body: { version: 'shop@2.0.0', ref: 'abc', dateReleased: '2026-11-03T12:00:00.000Z', firstEvent: null },
    })
    const again = await ask(RELEASES, { ...given, url: 'https://example.com/2.0.0' })
    expect(again).toMatchObject({ status: 208, body: { ref: 'abc', url: 'https://example.com/2.0.0' } })
    opened.send({ message: 'one', release: 'shop@2.0.0' })
    expect((await ask(`${RELEASES}shop@2.0.0/`)).body).toMatchObject({ newGroups: 1, ref: 'abc' })
  })

  it('are made and finished at the addresses of sentry-cli 2, which name the project', async () => {
    const address = '/projects/desk/crumbtrail/releases/'
    const made = await ask(address, { version: '2.0.0', dateStarted: '2026-09-21T14:00:00Z' })
    expect(made).toMatchObject({ status: 201, body: { version: '2.0.0', dateReleased: null } })
    const dateReleased = '2026-09-21T15:00:00Z'
    const done = await ask(`${address}2.0.0/`, { dateReleased }, tokens.write, 'PUT')
    expect(done).toMatchObject({ status: 200, body: { dateReleased: '2026-09-21T15:00:00.000Z' } })
    const later = { projects: ['crumbtrail'], url: 'https://example.com/2.0.0' }
    const changed = await ask(`${RELEASES}2.0.0/`, later, tokens.write, 'PUT')
    expect(changed).toMatchObject({ status: 200, body: { url: 'https://example.com/2.0.0' } })
  })

  it('keeps deploys, newest first', async () => {
    opened.send({ message: 'one', release: 'shop@2.0.0' })
    const deploys = `${RELEASES}shop@2.0.0/deploys/`
    expect(
      (await ask(deploys, { environment: 'staging', dateFinished: '2026-01-01T00:00:00Z' })).status,
    ).toBe(201)
    expect((await ask(deploys, { environment: 'production', name: 'no. 7' })).status).toBe(201)
    expect((await ask(deploys)).body).toMatchObject([
      { environment: 'production', name: 'no. 7', dateFinished: new Date(RECEIVED_AT).toISOString() },
      { environment: 'staging', name: null, dateFinished: '2026-01-01T00:00:00.000Z' },
    ])
  })

  it.each([
    [{ projects: ['crumbtrail'] }, 'Cannot create the release: version is missing'],
    [{ version: ' ', projects: ['crumbtrail'] }, 'Cannot create the release: version: it is empty'],
    [
      { version: '..', projects: ['crumbtrail'] },
      'Cannot create the release: version: it must not be "." or ".."',
    ],
    [{ version: '1', projects: [] }, 'Cannot create the release: projects: it names none'],
    [
      { version: '1', projects: ['crumbtrail'], status: 'gone' },
      'Cannot create the release: status: it is not one of open, archived',
    ],
    [
      { version: '1', projects: ['crumbtrail'], commits: [{ id: ' ' }] },
      'Cannot create the release: commits.0.id: it is empty',
    ],
    [{ version: '1', projects: ['nowhere'] }, 'Cannot create the release: there is no project "nowhere"'],
    [
      { version: '1', projects: ['crumbtrail'], url: 'javascript:alert(1)' },
      'Cannot create the release: url: it is not an http or https address',
    ],
    [
      { version: '1', projects: ['crumbtrail'], dateReleased: 'soon' },
      'Cannot create the release: dateReleased: it is not a time like 2026-11-03T12:00:00Z',
    ],
    [[], /^Cannot create the release: /],
  ])('refuses %j', async (body, detail) => {
    const refused = await ask(RELEASES, body)
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toMatch(detail)
    expect((await ask(RELEASES)).body).toEqual([])
  })

  it('refuses a deploy of what is not there, and tokens that only read', async () => {
    expect((await ask(`${RELEASES}9/deploys/`, { environment: 'production' })).status).toBe(404)
    expect((await ask(`${RELEASES}9/deploys/`)).status).toBe(404)
    const given = { version: '1', projects: ['crumbtrail'] }
    expect((await ask(RELEASES, given, tokens.read)).status).toBe(403)
    expect((await ask(RELEASES, given, 'ct_wrong')).status).toBe(401)
  })
})

describe('an issue’s tags and people', () => {
  it('are counted', async () => {
    opened.send({ message: 'one', release: 'shop@1.0.0', environment: 'production', user: { id: '7' } })
    opened.send({ message: 'one', release: 'shop@1.1.0', environment: 'staging', user: { id: '8' } })
    opened.send({ message: 'one', release: 'shop@1.1.0', environment: 'staging', user: { id: '8' } })
    expect((await ask('/issues/1/')).body).toMatchObject({
      userCount: 2,
      firstRelease: { version: 'shop@1.0.0' },
      lastRelease: { version: 'shop@1.1.0', shortVersion: '1.1.0' },
    })
    const { body: tags } = await ask('/issues/1/tags/')
    expect(tags.map(({ key }: { key: string }) => key)).toEqual(['environment', 'level', 'release', 'user'])
    expect(tags[0]).toMatchObject({
      key: 'environment',
      uniqueValues: 2,
      totalValues: 3,
      topValues: [
        { value: 'staging', count: 2 },
        { value: 'production', count: 1 },
      ],
    })
    expect((await ask('/organizations/desk/issues/1/tags/environment/')).body).toEqual(tags[0])
  })

  it('are refused where there are none', async () => {
    opened.send({ message: 'one' })
    for (const path of [
      '/issues/1/tags/nothing/',
      '/issues/9/tags/',
      '/issues/x/tags/',
      '/issues/9/tags/level/',
    ]) {
      expect((await ask(path)).status).toBe(404)
    }
  })
})
