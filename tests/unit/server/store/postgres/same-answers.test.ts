import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { fillDemo } from '#server/demo/fill-demo.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { scaleQueries } from '#tests/support/fill/scale-queries.ts'
import { apiAddressesOf, openAnswers } from '#tests/support/postgres/api-answers.ts'
import { copyStore } from '#tests/support/postgres/copy-store.ts'
import { openPayloads, type ReadPayload } from '#tests/support/postgres/page-payloads.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { type AskedEvent, findAskedEvent, pageAddressesOf } from '#tests/support/postgres/walked-addresses.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { type CountedWaits, openCountedWaits } from '#tests/support/store/sqlite/counted-waits.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
/** Lists go on from page to page; a few of each are enough. */
const MOST_FURTHER = 3

const toClose: Pick<Store, 'close'>[] = []
let onSqlite: ReadPayload
let onPostgres: ReadPayload
let onCounted: ReadPayload
let counted: CountedWaits
let event: AskedEvent
let addresses: Map<string, string[]>
let stores: { sqlite: Store; postgres: Store }
let token: string

/** Two weeks of the demo, which SQLite's writer has stored, and a copy of them on PostgreSQL. */
beforeAll(async () => {
  const filled = await openEventStore(() => NOW)
  toClose.push(filled)
  const { store, file } = filled
  const account = { email: 'ada@example.com', passwordHash: '-', role: 'owner', createdAt: NOW } as const
  await store.write((trx) => insertAccount(trx, account))
  const read = { name: 'tests', scopes: READ_SCOPES, now: NOW, random: randomBytes, by: COMMAND } as const
  token = (await store.write((trx) => createToken(trx, read))).token
  await fillDemo({ store, place: file, now: NOW, seed: 1 })
  const url = await createPostgresDatabase()
  await copyStore(file, url)
  const openPages = await openPayloads()
  const sqlite = await openSqliteStore({ file }) // the one that was filled remembers reads of other times
  const postgres = await openPostgresStore({ url })
  counted = openCountedWaits(file)
  toClose.unshift(sqlite, postgres, counted.store)
  stores = { sqlite, postgres }
  onSqlite = openPages(sqlite, NOW)
  onPostgres = openPages(postgres, NOW)
  onCounted = openPages(counted.store, NOW)
  await onCounted('/issues') // it is remembered for seconds which environments there are
  event = await findAskedEvent(sqlite.db)
  addresses = pageAddressesOf(event)
})

afterAll(async () => {
  for (const store of toClose) await store.close()
})

/** Reads addresses, and those of further pages that they lead to; tells how many were shown. */
async function compare(asked: readonly string[]): Promise<number> {
  const toRead = new Set(asked)
  let shown = 0
  for (const address of toRead) {
    const payload = await onSqlite(address)
    expect(await onPostgres(address), address).toBe(payload)
    expect(payload, address).not.toMatch(/^(?:failed|no page)/)
    if (payload.startsWith('{')) shown++
    const further = [...payload.matchAll(/"(\/[^"\\]*[?&]cursor=[^"\\]*)"/g)].flatMap(
      ([, path]) => path ?? [],
    )
    for (const path of further) if (toRead.size < asked.length + MOST_FURTHER) toRead.add(path)
  }
  return shown
}

describe('the payloads of pages are the same to the byte on SQLite and PostgreSQL', () => {
  it.each([
    ['/issues', 70],
    ['/traces', 25],
    ['/logs', 20],
    ['/performance', 14],
    ['/releases', 13],
  ])('below %s', async (folder, least) => {
    expect(await compare(addresses.get(folder) ?? [])).toBeGreaterThanOrEqual(least)
    addresses.delete(folder)
  })

  it('on all other pages', async () => {
    expect(await compare([...addresses.values()].flat())).toBeGreaterThanOrEqual(34)
  })
})

describe('a page waits for a database that may be far away a few times in a row', () => {
  it.each([
    ['issues', 2, () => '/issues'],
    ['issues with facets', 2, () => '/issues?filters=1'],
    ['issues of a project', 3, () => '/issues?project=demo'],
    ['issues of a period', 4, () => '/issues?statsPeriod=14d'],
    ['issues with words', 5, () => '/issues?query=price%20missing&statsPeriod=14d'],
    ['an issue', 6, ({ issueId }) => `/issues/${issueId}`],
    ['an event', 6, ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}`],
    ['an issue with a search', 6, ({ issueId }) => `/issues/${issueId}?query=level%3Aerror&statsPeriod=14d`],
    ['the deletion of an issue', 4, ({ issueId }) => `/issues/${issueId}/delete`],
    ['traces', 4, () => '/traces'],
    ['a trace', 4, ({ traceId }) => `/traces/${traceId}`],
    ['logs', 5, () => '/logs'],
    ['performance', 3, () => '/performance'],
    [
      'a route',
      5,
      () =>
        '/performance/route?project=demo&name=GET+%2Fapi%2Fcart&op=http.server&side=server&statsPeriod=14d',
    ],
    ['releases', 2, () => '/releases'],
    ['a release', 4, () => '/releases/demo/shop@2.5.0'],
    ['monitors', 3, () => '/monitors'],
    ['a monitor', 5, () => '/monitors/demo/search-reindex'],
    ['feedback', 4, () => '/feedback?state=spam'],
    ['usage', 4, () => '/usage'],
    ['a project', 4, () => '/projects/demo'],
    ['settings of a project', 5, () => '/projects/demo/settings/ownership'],
    ['members', 3, () => '/settings/members'],
    ['an account', 4, () => '/settings/account'],
    ['a rule of alerts', 6, () => '/alerts/rules/1'],
    ['measurements', 4, () => '/measurements'],
    ['source maps', 4, () => '/projects/demo/source-maps'],
  ] satisfies [string, number, (asked: AskedEvent) => string][])(
    'for %s %i times at most',
    async (_, most, addressOf) => {
      counted.take() // so that nothing is remembered of the page before
      expect(await onCounted(addressOf(event))).toMatch(/^\{/)
      const waits = counted.take()
      expect(
        waits.length,
        JSON.stringify(
          waits.map((wait) => wait.map((sql) => sql.slice(0, 90))),
          null,
          1,
        ),
      ).toBeLessThanOrEqual(most)
    },
  )

  it('and asks once for its list and tabs whether an issue is no longer ignored', async () => {
    counted.take()
    await onCounted('/issues')
    const asked = counted.take().flat()
    expect(asked.filter((sql) => sql.includes('where "status_until" <='))).toHaveLength(1)
  })
})

describe('what is asked of both engines is answered the same', () => {
  it('by the API', async () => {
    const ofSqlite = await openAnswers(stores.sqlite, token, NOW)
    const ofPostgres = await openAnswers(stores.postgres, token, NOW)
    for (const path of apiAddressesOf(event)) {
      const answer = await ofSqlite(path)
      expect(await ofPostgres(path), path).toBe(answer)
      expect(answer, path).toMatch(/^200 /)
    }
  })

  it('by the desk, of which pages ask', async () => {
    const ofPostgres = new Map(scaleQueries(stores.postgres, NOW).map(({ name, run }) => [name, run]))
    for (const { name, run } of scaleQueries(stores.sqlite, NOW)) {
      const answer = JSON.stringify(await run(event))
      expect(JSON.stringify(await ofPostgres.get(name)?.(event)), name).toBe(answer)
    }
  })
})
