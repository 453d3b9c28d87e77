import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { type ApiSite, openApiSite } from '#tests/support/accounts/api-site.ts'
import { API_TABLE } from '#tests/support/accounts/api-table.ts'
import { NOW } from '#tests/support/accounts/secret-project.ts'
import { leaveOut } from './leave-out.ts'

interface Operation {
  requestBody?: { content: Record<string, { schema: object; example?: object }> }
  responses: object
}

/** These name what they are about in the address or the query. */
const WITHOUT_BODY = /^DELETE (?!\/api-tokens$)/

describe('a body that the description of the API has', () => {
  let site: ApiSite
  const operations = new Map<string, Operation>()
  let schemas: Record<string, object>

  beforeAll(async () => {
    site = await openApiSite('sqlite')
    const { text } = await site.ask('', 'GET', { path: '/openapi.json' })
    const document = JSON.parse(text)
    schemas = document.components.schemas
    for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
      const template = path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
      for (const [method, operation] of Object.entries(methods))
        operations.set(`${method.toUpperCase()} ${template}`, operation)
    }
    for (const name of ['other', 'ada']) {
      const account = {
        email: `${name}@example.com`,
        passwordHash: '-',
        role: 'viewer',
        createdAt: NOW,
      } as const
      await site.store.write((trx) => insertAccount(trx, account))
    }
  })
  afterAll(() => site.close())

  const jsonOf = (route: string) => operations.get(route)?.requestBody?.content['application/json']
  const withJson = () => [...operations.keys()].filter((route) => jsonOf(route) !== undefined)
  const addressOf = (route: string) =>
    API_TABLE[route]?.path(site.ids) ?? expect.fail(`there is no row for ${route}`)

  it('is there for each route that changes something by a body, and for no other', () => {
    const taking = [...operations].filter(([, { requestBody }]) => requestBody !== undefined)
    const changing = [...site.routes].filter((route) => !route.startsWith('GET') && !WITHOUT_BODY.test(route))
    expect(taking.map(([route]) => route).toSorted()).toEqual(changing.toSorted())
    expect(changing.length).toBeGreaterThan(25)
  })

  it('is refused without a member that is required, and the refusal names it', async () => {
    const token = await site.addToken({ accountId: 1 })
    let tried = 0
    for (const route of withJson()) {
      const { schema, example } = jsonOf(route) ?? expect.fail(route)
      for (const { at, body } of leaveOut(example ?? {}, schema, schemas)) {
        const { statusCode, text } = await site.ask(token, route, { path: addressOf(route), body })
        expect.soft(statusCode, `${route} without ${at}: ${text}`).toBe(400)
        const { detail } = JSON.parse(text)
        expect.soft(detail, route).toMatch(/^Cannot /)
        expect.soft(detail, route).toContain(at)
        tried++
      }
    }
    expect(tried).toBeGreaterThan(40)
  })

  it.each([
    ['nothing', undefined],
    ['a list', []],
  ])('is refused where it is %s', async (_, body) => {
    const token = await site.addToken({ accountId: 1 })
    for (const route of withJson()) {
      const { statusCode, text } = await site.ask(token, route, {
        path: addressOf(route),
        body,
      })
      expect.soft(statusCode, `${route}: ${text}`).toBe(400)
    }
  })

  it('is accepted as its example has it', async () => {
    for (const route of withJson()) {
      const token = await site.addToken({ accountId: 1 }) // one of the routes revokes it
      const { example } = jsonOf(route) ?? {}
      const [status] = Object.keys(operations.get(route)?.responses ?? {})
      const answer = await site.ask(token, route, { path: addressOf(route), body: example })
      // Sentry answers 208 where the release was there.
      const done = route.endsWith('/releases') ? [201, 208] : [Number(status)]
      expect.soft(done, `${route}: ${answer.statusCode} ${answer.text}`).toContain(answer.statusCode)
    }
  })
})
