import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { TokenScope } from '#server/models/accounts/scopes.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const PATH = '/api/0/projects/desk/crumbtrail'

async function open() {
  const at = await openIssueDesk()
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    await at.close()
  })
  const { store, hand, desk } = at
  await desk.teams.create('Billing')
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl: 'https://desk.example', clock: hand.clock }),
  )
  const tokenOf = async (scope: TokenScope) => {
    const given = { name: scope, scopes: [scope], now: 0, random: randomBytes, by: COMMAND }
    return (await store.write((trx) => createToken(trx, given))).token
  }
  const tokens = { read: await tokenOf('project:read'), write: await tokenOf('project:write') }
  return async (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    granted: keyof typeof tokens = 'write',
  ) => {
    const headers = { authorization: `Bearer ${tokens[granted]}` }
    const response = await app.inject({ method, url: PATH + path, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
  }
}

it('answers and changes the ownership rules as Sentry does', async () => {
  const call = await open()
  expect(await call('GET', '/ownership/', undefined, 'read')).toEqual({
    status: 200,
    body: {
      raw: null,
      fallthrough: false,
      autoAssignment: 'Auto Assign to Issue Owner',
      isActive: true,
      dateCreated: null,
      lastUpdated: null,
      codeownersAutoSync: false,
    },
  })
  const raw = 'path:src/billing/* #billing ada@example.com'
  const asked = { raw, fallthrough: false, autoAssignment: 'Turn off Auto-Assignment' }
  const { status, body } = await call('PUT', '/ownership/', asked)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...asked, isActive: true, dateCreated: '2023-11-14T22:13:20.000Z' })
  expect((await call('PUT', '/ownership/', { isActive: false })).body).toMatchObject({ raw, isActive: false })
  expect((await call('PUT', '/ownership/', { raw: '' })).body).toMatchObject({ raw: null })
})

it('refuses rules that are wrong, other settings, and tokens without the scope', async () => {
  const call = await open()
  expect(await call('PUT', '/ownership/', { raw: 'path:src/* #nobody' })).toEqual({
    status: 400,
    body: {
      detail: 'Cannot change the ownership rules: line 1: there is no team #nobody',
      raw: ['line 1: there is no team #nobody'],
    },
  })
  const everybody = await call('PUT', '/ownership/', { fallthrough: true })
  expect([everybody.status, everybody.body.detail]).toEqual([
    400,
    'Cannot change the ownership rules: fallthrough is true, which is not false',
  ])
  const commits = await call('PUT', '/ownership/', { autoAssignment: 'Auto Assign to Suspect Commits' })
  expect([commits.status, commits.body.detail]).toEqual([
    400,
    expect.stringContaining('autoAssignment is "Auto Assign to Suspect Commits"'),
  ])
  expect((await call('PUT', '/ownership/', {}, 'read')).status).toBe(403)
  expect((await call('POST', '/codeowners/', { raw: '' }, 'read')).status).toBe(403)
})

it('takes a CODEOWNERS file, says which lines do nothing, replaces and removes it', async () => {
  const call = await open()
  expect((await call('GET', '/codeowners/')).body).toEqual([])
  const posted = await call('POST', '/codeowners/', { raw: '/src/ @org/billing\n/docs/ @org/docs' })
  expect(posted).toMatchObject({
    status: 201,
    body: {
      id: '1',
      raw: '/src/ @org/billing\n/docs/ @org/docs',
      mapping: {},
      notes: [{ line: 2, message: 'there is no team #docs' }],
    },
  })
  const mapping = { '@org/docs': 'grace@example.com' }
  const put = await call('PUT', '/codeowners/1/', { raw: '/docs/ @org/docs', mapping })
  expect(put).toMatchObject({ status: 200, body: { raw: '/docs/ @org/docs', mapping, notes: [] } })
  expect((await call('GET', '/codeowners/', undefined, 'read')).body).toHaveLength(1)
  const odd = await call('PUT', '/codeowners/1/', { raw: '', mapping: { docs: '#billing' } })
  expect([odd.status, odd.body.mapping]).toEqual([400, [expect.stringContaining('line 1')]])
  expect((await call('DELETE', '/codeowners/1/')).status).toBe(204)
  expect((await call('GET', '/codeowners/')).body).toEqual([])
})
