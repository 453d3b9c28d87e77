import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESCRIBED } from '#server/api/openapi/document.ts'
import { describe as describeSchema } from '#server/api/openapi/json-schema.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { type ApiSite, openApiSite } from '#tests/support/accounts/api-site.ts'
import { API_TABLE } from '#tests/support/accounts/api-table.ts'
import { NOW } from '#tests/support/accounts/secret-project.ts'

/** Whoever adds to releases describes it there. */
const OF_RELEASES = /\/(releases|repos|commits|committers|deploys)\b/
const PAGES = new Set(['GET /openapi.json', 'GET /docs'])

describe('the description of the API', () => {
  let site: ApiSite
  let token: string
  beforeAll(async () => {
    site = await openApiSite('sqlite')
    token = await site.addToken({ accountId: 1 }) // the owner's, because a token of the organization is no member
    const another = { email: 'other@example.com', passwordHash: '-', role: 'viewer', createdAt: NOW } as const
    await site.store.write((trx) => insertAccount(trx, another))
  })
  afterAll(() => site.close())

  const read = async () => JSON.parse((await site.ask('', 'GET', { path: '/openapi.json' })).text)

  it('has each route of the router, and no other', async () => {
    const { paths } = await read()
    const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = [...site.routes].filter((route) => !PAGES.has(route))
    const asDescribed = (route: string) => `${route.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')}/`
    expect(described.toSorted()).toEqual(routes.map(asDescribed).toSorted())
  })

  it('says what each route does', () => {
    const routes = [...site.routes].filter((route) => !PAGES.has(route))
    expect(routes.filter((route) => !DESCRIBED.has(route) && !OF_RELEASES.test(route))).toEqual([])
    expect([...DESCRIBED].filter((route) => !site.routes.has(route))).toEqual([])
  })

  it('is OpenAPI, whose references lead somewhere and whose parameters are those of the address', async () => {
    const document = await read()
    expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://desk.example/api/0' }] })
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    const names = new Set([...references].map(([, name]) => name))
    expect([...names]).toEqual(expect.arrayContaining(['Release', 'Deploy', 'Commit', 'AlertRule', 'Mute']))
    expect([...names].filter((name) => !Object.hasOwn(document.components.schemas, name ?? ''))).toEqual([])
    type Operation = { parameters?: { in: string; name: string }[]; responses: object }
    for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
      for (const { parameters = [], responses } of Object.values(operations)) {
        const named = parameters.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`)
        expect(path.match(/\{\w+\}/g) ?? []).toEqual(named)
        expect(Object.keys(responses)).toContain('4XX')
      }
    }
  })

  it('describes what each route answers, or the answer would be 500', async () => {
    const gets = Object.entries(API_TABLE).filter(([route]) => route.startsWith('GET'))
    for (const [route, { path }] of gets) {
      const { statusCode, text } = await site.ask(token, route, { path: path(site.ids) })
      expect.soft(statusCode, `${route}: ${text.slice(0, 300)}`).toBe(200)
    }
  })

  it('is a page without a script, too', async () => {
    const { statusCode, text } = await site.ask('', 'GET', { path: '/docs/' })
    expect(statusCode).toBe(200)
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/)
    expect(text).toContain('<code>GET /organizations/{organization}/issues/</code>')
    expect(text).toContain('href="openapi.json"')
  })
})

describe('a schema', () => {
  it.each([
    [v.object({ a: v.string(), b: v.optional(v.number()) }), { required: ['a'] }],
    [v.nullable(v.string()), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [v.array(v.boolean()), { type: 'array', items: { type: 'boolean' } }],
    [v.tuple([v.number()]), { prefixItems: [{ type: 'number' }], items: false }],
    [v.picklist(['a', 'b']), { enum: ['a', 'b'] }],
    [v.literal(1), { const: 1 }],
    [v.record(v.string(), v.number()), { additionalProperties: { type: 'number' } }],
    [v.unknown(), {}],
  ])('is written as JSON Schema, %#', (schema, expected) => {
    expect(describeSchema(schema, new Map())).toMatchObject(expected)
  })

  it('of a form that has no rule is refused', () => {
    expect(() => describeSchema(v.date(), new Map())).toThrow('there is no rule for date')
  })
})
