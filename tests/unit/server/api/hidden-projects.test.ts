import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiSite, openApiSite } from '#tests/support/accounts/api-site.ts'
import { LISTS, OF_PROJECT } from '#tests/support/accounts/api-table.ts'
import { type Ids, NOTHING } from '#tests/support/accounts/secret-project.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

/** What the project has said, and nothing else says. */
const SAID = /SecretError|vault|hidden|u1\b/i

describe.each(ENGINES)('a token that does not see a project, on %s', (engine) => {
  let site: ApiSite
  const tokens = { whole: '', bound: '' }
  let names: RegExp

  beforeAll(async () => {
    site = await openApiSite(engine)
    tokens.whole = await site.addToken({})
    tokens.bound = await site.addToken({ projectIds: [1, site.shopId] })
    const all = [site.ids, NOTHING].flatMap((ids) => Object.values(ids).map(String))
    const longestFirst = all.toSorted((a, b) => b.length - a.length)
    names = new RegExp(`(?<!\\w)(?:${longestFirst.join('|')})(?!\\w)`, 'g')
  })

  afterAll(() => site.close())

  /** Asks a route about what a name stands for; the answer has all names as one. */
  async function ask(who: keyof typeof tokens, route: string, ids: Ids) {
    const row = OF_PROJECT[route] ?? LISTS[route] ?? expect.fail(`there is no row for ${route}`)
    const { statusCode, text } = await site.ask(tokens[who], route, {
      path: row.path(ids),
      body: row.body?.(ids),
    })
    return { statusCode, text: text.replace(names, '<name>') }
  }

  it.each(Object.keys(OF_PROJECT))('is answered by %s as if nothing were there', async (route) => {
    const issues = () => site.store.db.selectFrom('issue').selectAll().orderBy('id').execute()
    const before = await issues()
    const answer = await ask('bound', route, site.ids)
    expect(answer).toEqual(await ask('bound', route, NOTHING))
    expect(answer.statusCode).toBeGreaterThanOrEqual(200)
    const words = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, 'word'])) as unknown as Ids // as addresses have it
    expect((await ask('bound', route, words)).statusCode).toBeLessThan(500)
    expect(await issues()).toEqual(before)
    if (route.startsWith('GET')) expect((await ask('whole', route, site.ids)).statusCode).toBe(200)
  })

  it('finds nothing of it in lists, values and totals', async () => {
    for (const [route, { path }] of Object.entries(LISTS)) {
      const { statusCode, text } = await site.ask(tokens.bound, route, { path: path(site.ids) })
      expect(statusCode, route).toBe(200)
      expect(text, route).not.toMatch(SAID)
      const whole = await site.ask(tokens.whole, route, { path: path(site.ids) })
      if (!/\/(sessions|metrics\/data)$/.test(route)) expect(whole.text, route).not.toBe(text) // the project has none
    }
  })
})
