import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payloadPath } from '#renderer/paths.ts'
import { PROJECT_TABLES } from '#server/store/schema/tables.ts'
import { listForms, PAGES, SERVER_ROUTES } from '#tests/support/accounts/named-addresses.ts'
import { type Answered, openRoleSite, type RoleSite } from '#tests/support/accounts/role-site.ts'
import {
  type Ids,
  NOTHING,
  openSecretProject,
  type SecretProject,
} from '#tests/support/accounts/secret-project.ts'
import { openStream } from '#tests/support/live/event-stream.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { someOf } from '#tests/support/run/doses.ts'

/** Those who do not see the project. */
const LIMITED = ['stranger', 'viewer', 'member', 'limited admin'] as const

const PAGE_ADDRESSES = Object.values(PAGES).flat()
const ADDRESSES = [
  ...PAGE_ADDRESSES,
  ...PAGE_ADDRESSES.map((address) => (ids: Ids) => payloadPath(`http://desk.test${address(ids)}`)),
  ...Object.values(SERVER_ROUTES).flat(),
]

/** What the project has said, and nothing else says. */
const SAID = /SecretError|vault|hidden-job|hidden@1|HIDDEN-1/

const FORMS = listForms()
const ROLES = someOf(LIMITED, 2)
/** How a form is sent: by a script, and without one. */
const WAYS = someOf(['application/json', 'text/html'], 1)

describe.each(ENGINES)('what names something of a hidden project, on %s', (engine) => {
  // The engines stand for each other: one tries everything in a short run, the other a share.
  const [addresses, forms] =
    engine === 'sqlite' ? [ADDRESSES, FORMS] : [someOf(ADDRESSES, 30), someOf(FORMS, 20)]
  let secret: SecretProject
  let site: RoleSite
  /** Everything that has a name, in either project. */
  let names: RegExp

  beforeAll(async () => {
    secret = await openSecretProject(engine)
    site = await openRoleSite(secret)
    const all = [secret.ids, NOTHING].flatMap((ids) => Object.values(ids).map(String))
    const halves = [secret.ids, NOTHING].map(({ digest }) => digest.slice(0, 6))
    const longestFirst = [...all, ...halves].toSorted((a, b) => b.length - a.length)
    names = new RegExp(`(?<!\\w)(?:${longestFirst.join('|')})(?!\\w)`, 'g')
  }, 120_000)

  afterAll(async () => {
    await site.app.close()
    await secret.close()
  })

  /** An answer in which all names are the same, also those in addresses in addresses. */
  function told({ status, to, text }: Answered): string {
    const whole = JSON.stringify({ status, to, text })
    const plain = whole.replace(/%(?:25)*([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    return plain.replace(names, '<name>')
  }

  /** Expects the same answer for a name of the project and for one of nothing; says where they differ. */
  async function expectSame(what: string, ask: (ids: Ids) => Promise<Answered>): Promise<void> {
    const [one, other] = [told(await ask(secret.ids)), told(await ask(NOTHING))]
    const at = Math.max(0, [...one].findIndex((letter, index) => letter !== other[index]) - 60)
    if (one !== other) expect.soft(one.slice(at, at + 200), what).toBe(other.slice(at, at + 200))
  }

  it('has an address here for each route of the server', () => {
    expect(site.routes.toSorted()).toEqual(Object.keys(SERVER_ROUTES).toSorted())
  })

  it.each(ROLES)('is answered to the %s as if there were nothing of that name', async (as) => {
    for (const address of addresses) {
      await expectSame(address(secret.ids), (ids) => site.get(as, address(ids)))
      const nothing = address(NOTHING)
      if (!nothing.includes('vault'))
        expect.soft((await site.get(as, nothing)).text, nothing).not.toMatch(SAID)
    }
    expect(site.failures).toEqual([])
  })

  it.each(ROLES)('is changed by no form of the %s, which says what it says of nothing', async (as) => {
    const before = await dump()
    for (const { name, address, fields } of forms) {
      for (const accept of WAYS) {
        await expectSame(name, (ids) => site.post(as, address(ids), fields(ids), accept))
      }
    }
    expect(await dump()).toEqual(before)
    expect(site.failures).toEqual([])
  })

  it.each(someOf(['admin', 'owner'] as const, 1))('is shown to the %s', async (as) => {
    for (const address of addresses) {
      const [path, nothing] = [address(secret.ids), address(NOTHING)]
      const shown = await site.get(as, path)
      expect.soft(shown.status, path).toBeLessThan(400)
      if (path !== nothing && !path.includes('?'))
        expect.soft((await site.get(as, nothing)).status, nothing).toBe(404)
      if (path === '/issues?filters=1') expect(shown.text).toMatch(SAID)
    }
  })

  it('is no failure where it is a word in place of a number', async () => {
    const words = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, 'word'])) as unknown as Ids // as addresses have it
    for (const address of ADDRESSES) await site.get('limited admin', address(words))
    for (const { address, fields } of FORMS) {
      await site.post('limited admin', address(words), fields(words), 'application/json')
      await site.post('limited admin', address(NOTHING), fields(words), 'application/json')
    }
    expect(site.failures).toEqual([])
  })

  it('is not heard of in live updates', async () => {
    const origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
    const stream = await openStream(`${origin}/live`, { cookie: 'crumbtrail_session=member' })
    await stream.until(/event: hello/)
    const tell = (issue: number, projectId: number) =>
      site.source.tell({ kind: 'resolved', by: null, issueIds: [issue], projectIds: [projectId] })
    tell(secret.ids.issue, secret.secretId)
    tell(secret.shopIssue, secret.shopId)
    const first = `"changes":\\[{"kind":"resolved","by":null,"issueIds":\\[${secret.shopIssue}\\]}\\]`
    await stream.until(new RegExp(`^(?:(?!event: news)[^])*event: news\nid: \\S+\ndata: .*${first}`))
    stream.leave()
  })

  /** All rows of the project, and of accounts what its forms could change. */
  async function dump(): Promise<Record<string, unknown[]>> {
    const tables = [...PROJECT_TABLES, 'project', 'saved_view', 'token'].filter(
      (name) => name !== 'issue_bookmark',
    )
    const rows = tables.map(async (name) => {
      const all = await sql<object>`select * from ${sql.table(name)}`.execute(secret.store.db)
      return [name, all.rows] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  }
})
