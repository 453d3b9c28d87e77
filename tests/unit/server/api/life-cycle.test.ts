import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk
let app: FastifyInstance
type Granted = 'read' | 'write' | 'releases'

let tokens: Record<Granted, string>
let issueId: number

beforeEach(async () => {
  at = await openIssueDesk()
  app = Fastify()
  checkAnswers(app)
  const { store, hand } = at
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: 'https://desk.example', clock: hand.clock }),
  )
  const add = async (granted: Granted) =>
    (
      await store.write((trx) =>
        createToken(trx, {
          name: 'ci',
          scopes: parseScopes(granted) ?? [],
          now: 0,
          random: randomBytes,
          by: COMMAND,
        }),
      )
    ).token
  tokens = { read: await add('read'), write: await add('write'), releases: await add('releases') }
  issueId = await at.happen('TypeError', { release: 'shop@1.0.0' })
})

afterEach(async () => {
  await app.close()
  await at.close()
})

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

async function call(method: Method, path: string, payload?: object, granted: Granted = 'write') {
  at.hand.advance(1_000)
  const headers = { authorization: `Bearer ${tokens[granted]}` }
  const response = await app.inject({ method, url: `/api/0${path}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
}

const update = async (payload: object) => (await call('PUT', `/issues/${issueId}/`, payload)).body
const issue = async () => (await call('GET', `/issues/${issueId}/`)).body

describe('a token that may only read', () => {
  it('changes nothing', async () => {
    for (const [method, path] of [
      ['PUT', `/issues/${issueId}/`],
      ['DELETE', `/issues/${issueId}/`],
      ['PUT', `/organizations/desk/issues/?id=${issueId}`],
      ['POST', `/issues/${issueId}/comments/`],
    ] as const) {
      const { status, body } = await call(method, path, { status: 'resolved', text: 'x' }, 'read')
      expect([status, body.detail]).toEqual([403, expect.stringMatching(/the token needs the scope "event:/)])
    }
    expect(await issue()).toMatchObject({ status: 'unresolved', substatus: 'ongoing', numComments: 0 })
  })
})

describe('PUT /issues/<id>/', () => {
  it('resolves; an event makes a regression of it', async () => {
    expect(await update({ status: 'resolved' })).toMatchObject({ status: 'resolved', statusDetails: {} })
    await at.happen('TypeError', { event_id: 'c'.repeat(32), release: 'shop@1.0.1' })
    expect(await issue()).toMatchObject({
      status: 'unresolved',
      substatus: 'regressed',
      regression: { eventID: 'c'.repeat(32) },
      activity: [
        { type: 'set_regression', user: null, data: { event_id: 'c'.repeat(32), version: 'shop@1.0.1' } },
        { type: 'set_resolved', user: null, by: 'ci' },
        { type: 'first_seen', user: null, by: null },
      ],
    })
    expect(await update({ status: 'unresolved' })).toMatchObject({ substatus: 'ongoing' })
  })

  it.each([
    [{ status: 'resolvedInNextRelease' }, { inNextRelease: true }],
    [{ status: 'resolved', statusDetails: { inNextRelease: true } }, { inNextRelease: true }],
    [{ status: 'resolved', statusDetails: { inRelease: 'shop@1.1.0' } }, { inRelease: 'shop@1.1.0' }],
  ])('%j waits for a newer release', async (payload, statusDetails) => {
    expect(await update(payload)).toMatchObject({ status: 'resolved', statusDetails })
    await at.happen('TypeError', { release: 'shop@1.0.0' })
    expect(await issue()).toMatchObject({ status: 'resolved' })
    await at.happen('TypeError', { release: 'shop@1.1.0' })
    expect(await issue()).toMatchObject({ status: 'unresolved', substatus: 'regressed' })
  })

  it.each([
    [{ ignoreCount: 2 }, { ignoreCount: 2 }],
    [
      { ignoreCount: '2', ignoreWindow: 60 },
      { ignoreCount: 2, ignoreWindow: 60 },
    ],
    [{ ignoreUserCount: 2 }, { ignoreUserCount: 2 }],
    [
      { ignoreCount: 2, ignoreEnvironment: 'production' },
      { ignoreCount: 2, ignoreEnvironment: 'production' },
    ],
  ])('ignores until %j', async (given, statusDetails) => {
    expect(await update({ status: 'ignored', statusDetails: given })).toMatchObject({
      status: 'ignored',
      statusDetails,
    })
    await at.happen('TypeError', { user: { id: '1' }, environment: 'production' })
    expect(await issue()).toMatchObject({ status: 'ignored' })
    await at.happen('TypeError', { user: { id: '2' }, environment: 'production' })
    expect(await issue()).toMatchObject({ status: 'unresolved', substatus: 'escalating' })
  })

  it('ignores until it escalates, as Sentry’s clients ask for it', async () => {
    expect(await update({ status: 'ignored', substatus: 'archived_until_escalating' })).toMatchObject({
      status: 'ignored',
      statusDetails: { ignoreUntilEscalating: true, ignoreHourlyLimit: 10 },
    })
    at.hand.advance(3_600_000)
    for (let times = 0; times < 11; times++) await at.happen('TypeError')
    expect(await issue()).toMatchObject({ status: 'unresolved', substatus: 'escalating' })
  })

  it('ignores for a time, for an environment and for ever, and archives', async () => {
    expect(await update({ status: 'ignored', statusDetails: { ignoreDuration: 30 } })).toMatchObject({
      statusDetails: { ignoreUntil: new Date(at.hand.clock() + 30 * 60_000).toISOString() },
      activity: [{ type: 'set_ignored', data: { ignoreDuration: 30 } }, { type: 'first_seen' }],
    })
    at.hand.advance(30 * 60_000)
    expect(await issue()).toMatchObject({ status: 'unresolved', statusDetails: {} })
    await update({ status: 'ignored', statusDetails: { ignoreEnvironment: 'staging' } })
    await at.happen('TypeError', { environment: 'staging' })
    expect(await issue()).toMatchObject({ status: 'ignored' })
    await at.happen('TypeError', { environment: 'production' })
    expect(await issue()).toMatchObject({ status: 'unresolved', substatus: 'escalating' })
    for (const status of ['ignored', 'archived']) {
      await update({ status })
      await at.happen('TypeError')
      expect(await issue()).toMatchObject({ status, statusDetails: {} })
    }
  })

  it('assigns by id or email, and to nobody', async () => {
    for (const assignedTo of ['user:2', 'grace@example.com', '2']) {
      expect((await update({ assignedTo })).assignedTo).toMatchObject({ id: '2', email: 'grace@example.com' })
      expect((await update({ assignedTo: '' })).assignedTo).toBeNull()
    }
  })

  it('assigns to a team by id or slug, which it answers as Sentry does', async () => {
    await at.desk.teams.create('Billing')
    for (const assignedTo of ['team:1', 'team:billing', '#billing']) {
      const team = { type: 'team', id: '1', name: 'billing' }
      expect((await update({ assignedTo })).assignedTo).toEqual(team)
      const { body } = await call('GET', '/organizations/desk/issues/?project=1&query=assigned:%23billing')
      expect(body[0].assignedTo).toEqual(team)
      await update({ assignedTo: '' })
    }
  })

  it.each([
    [{ status: 'solved' }, /status is "solved"/],
    [{ status: 'ignored', statusDetails: { ignoreCount: 0.5 } }, /count must be a whole number/],
    [{ status: 'ignored', statusDetails: { ignoreWindow: 5 } }, /ignoreWindow needs ignoreCount/],
    [
      { status: 'ignored', statusDetails: { ignoreCount: 5, ignoreDuration: 5 } },
      /only one ignore condition/,
    ],
    [{ status: 'resolved', statusDetails: { inRelease: '' } }, /release must have/],
    [{ statusDetails: { inRelease: 'a' } }, /statusDetails needs a status/],
    [{ assignedTo: 'nobody@example.com' }, /which is not an account/],
    [{ isBookmarked: true }, /a token has no bookmarks/],
    [{ isSubscribed: true }, /a token has no subscriptions/],
    [{}, /contains no change/],
    [[], /contains no change|must be a JSON object/],
  ])('refuses %j, and changes nothing', async (payload, reason) => {
    const { status, body } = await call('PUT', `/issues/${issueId}/`, payload)
    expect([status, body.detail]).toEqual([400, expect.stringMatching(reason)])
    expect(await issue()).toMatchObject({ status: 'unresolved', activity: [{ type: 'first_seen' }] })
  })
})

describe('several issues', () => {
  let other: number
  const path = () => `/organizations/desk/issues/?id=${issueId}&id=${other}`

  beforeEach(async () => {
    other = await at.happen('RangeError')
  })

  it('change together', async () => {
    const { status, body } = await call('PUT', path(), { status: 'resolved', assignedTo: '1' })
    expect([status, body]).toEqual([200, { status: 'resolved', assignedTo: '1', statusDetails: {} }])
    for (const id of [issueId, other]) {
      expect(await at.desk.issues.find(id)).toMatchObject({
        status: 'resolved',
        assignee: { email: 'ada@example.com' },
      })
    }
  })

  it('merge, and the old ids lead on', async () => {
    const { body } = await call('PUT', path(), { merge: 1 })
    expect(body.merge).toEqual({ parent: String(issueId), children: [String(other)] })
    expect((await call('GET', `/issues/${other}/`)).body.id).toBe(String(issueId))
    const { body: byShortId } = await call('GET', '/organizations/desk/shortids/crumbtrail-2/')
    expect(byShortId).toMatchObject({ groupId: String(issueId), shortId: 'CRUMBTRAIL-1' })
  })

  it('are deleted', async () => {
    expect((await call('DELETE', path())).status).toBe(202)
    expect((await call('GET', `/issues/${other}/`)).status).toBe(404)
    expect((await call('DELETE', path())).status).toBe(404)
  })

  it('must be named', async () => {
    expect((await call('DELETE', '/organizations/desk/issues/')).status).toBe(400)
    expect((await call('PUT', '/organizations/desk/issues/?id=x', { status: 'resolved' })).status).toBe(400)
    const many = Array.from({ length: 1_001 }, (_, index) => `id=${index + 1}`).join('&')
    const { body } = await call('PUT', `/organizations/desk/issues/?${many}`, { status: 'resolved' })
    expect(body.detail).toBe('Cannot change issues: at most 1000 can be changed at once')
  })
})

describe('comments', () => {
  it('are written, changed and deleted by their author', async () => {
    const path = `/issues/${issueId}/comments/`
    const { status, body } = await call('POST', path, { text: 'since the deploy' })
    expect([status, body]).toMatchObject([201, { type: 'note', by: 'ci', text: 'since the deploy' }])
    const one = `${path}${body.id}/`
    expect((await call('PUT', one, { text: 'since Monday' })).body.text).toBe('since Monday')
    expect(await issue()).toMatchObject({ numComments: 1 })
    expect(await at.desk.issues.deleteComment(issueId, Number(body.id))).toMatchObject({
      refusal: 'Cannot delete the comment: there is no such comment of yours',
    })
    expect((await call('GET', path)).body).toHaveLength(1)
    expect((await call('DELETE', one)).status).toBe(204)
    expect((await call('DELETE', one)).status).toBe(404)
    expect((await call('GET', path)).body).toEqual([])
  })

  it('have 1 to 10,000 characters', async () => {
    for (const text of ['', ' ', 'x'.repeat(10_001), 7]) {
      expect((await call('POST', `/issues/${issueId}/comments/`, { text })).status).toBe(400)
    }
    expect((await call('POST', '/issues/99/comments/', { text: 'x' })).status).toBe(404)
  })
})
