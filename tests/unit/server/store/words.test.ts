import fc from 'fast-check'
import { type Expression, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import {
  always,
  contains,
  findsIssue,
  greatest,
  inOrder,
  least,
  like,
  never,
  rows,
  withField,
} from '#server/store/words.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

/** What an expression is, asked of the engine. */
async function askFor(db: Kysely<Database>, expression: Expression<unknown>): Promise<unknown> {
  const { rows: found } = await sql<{ value: unknown }>`select ${expression} as value`.execute(db)
  return found[0]?.value
}

describe.each(ENGINES)('the words on %s', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(engine)
  })
  afterAll(() => store.close())

  it('least() and greatest() take one of two numbers', async () => {
    const { db } = store
    const [three, seven] = [sql<number>`3`, sql<number>`7`]
    expect(await askFor(db, least(three, seven))).toBe(3)
    expect(await askFor(db, greatest(three, seven))).toBe(7)
  })

  it.each([
    ['Checkout', ['check', ''], 1],
    ['CHECKOUT', ['', 'kou', ''], 1],
    ['checkout', ['out', ''], 0],
    ['100%', ['100%'], 1],
    ['1000', ['100%'], 0],
    ['a_b', ['a_b'], 1],
    ['axb', ['a_b'], 0],
    ['a\\b', ['a\\', ''], 1],
    ['É', ['é'], 0],
    ['checkout', ['', '\0', ''], 0],
  ])('like() of %j and %j is %i', async (text, pieces, is) => {
    expect(await askFor(store.db, like(asText(text), pieces))).toBe(is)
  })

  it('contains() is like() with anything around it', async () => {
    const { db } = store
    const letters = fc.string({ unit: fc.constantFrom(...'abAB%_\\é '), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(letters, letters, async (text, part) => {
        const liked = await askFor(db, like(asText(text), ['', part, '']))
        expect(await askFor(db, contains(asText(text), part))).toBe(liked)
      }),
    )
  })

  it('rows() are a table of a list, whatever its texts', async () => {
    const { db } = store
    const given = [
      [1, "O'Hara"],
      [2, '"\\'],
      [3, ''],
      [4, '\\u0000'],
    ]
    const table = rows(JSON.stringify(given), { id: 'integer', name: 'text' }).as('given')
    const found = await db.selectFrom(table).select(['given.id', 'given.name']).orderBy('given.id').execute()
    expect(found.map(({ id, name }) => [id, name])).toEqual(given)
    const none = rows('[]', { id: 'integer' }).as('none')
    expect(await db.selectFrom(none).selectAll().execute()).toEqual([])
  })

  it('findsIssue() finds what was stored, and what was stored in its place', async () => {
    const { db } = store
    const found = (text: string) =>
      db
        .selectFrom('issue_text')
        .select('issue_id as id')
        .where(findsIssue(sql`issue_id`, [{ text, isPhrase: false }]))
        .orderBy('issue_id')
        .execute()
    const keep = (text: string, ids: number[]) => {
      const rows = ids.map((issue_id) => ({
        issue_id,
        project_id: 1,
        text: `${text} of ${issue_id}`,
        line_hashes: '',
      }))
      return store.write((trx) =>
        trx
          .insertInto('issue_text')
          .values(rows)
          .onConflict((oc) => oc.column('issue_id').doUpdateSet({ text, line_hashes: 'a' }))
          .execute(),
      )
    }
    await keep('Wrong price', [7, 8])
    expect(await found('price')).toEqual([{ id: 7 }, { id: 8 }])
    await keep('Lost cart', [8, 9])
    expect(await found('price')).toEqual([{ id: 7 }])
    expect(await found('cart')).toEqual([{ id: 8 }, { id: 9 }])
    await store.write((trx) => trx.deleteFrom('issue_text').execute())
  })

  it('findsIssue() asks the index, and is true of every issue where there is no word to ask for', async () => {
    const { db } = store
    const found = findsIssue(sql`1`, [{ text: 'checkout "now', isPhrase: true }])
    expect(await askFor(db, found)).toBe(0)
    expect(await askFor(db, findsIssue(sql`1`, [{ text: '?!', isPhrase: false }]))).toBe(1)
  })

  it('withField() puts a field into JSON, or another value', async () => {
    const { db } = store
    const json = await askFor(db, withField(asText('{"by":"a","at":1}'), 'by', 'ada@example.com'))
    expect(Object.entries(JSON.parse(String(json)))).toEqual([
      ['by', 'ada@example.com'],
      ['at', 1],
    ])
    const added = await askFor(db, withField(asText('{"at":1}'), 'by', 'ada'))
    expect(JSON.parse(String(added))).toEqual({ at: 1, by: 'ada' })
  })

  it('inOrder() keeps the order of the list that rows are joined with', async () => {
    const list = rows('[[3],[1],[2]]', { id: 'integer' }).as('given')
    const { db } = store
    const sorted = db.selectFrom(list).select('given.id').orderBy('given.id', 'desc').limit(3)
    const joined = sql`select walked.id from (${sorted}) as walked cross join project where project.id = 1`
    const { rows: found } = await sql<{ id: number }>`${inOrder(joined, sql`id desc`)}`.execute(db)
    expect(found).toEqual([{ id: 3 }, { id: 2 }, { id: 1 }])
  })

  it('always and never are what they say', async () => {
    const { db } = store
    expect([await askFor(db, always), await askFor(db, never)]).toEqual([1, 0])
  })
})

describe('a word', () => {
  it('is said by the dialect that compiles the query, so that one query serves both engines', async () => {
    const compile = async (engine: (typeof ENGINES)[number]) => {
      const { db, close } = await openTestStore(engine)
      onTestFinished(close)
      const liked = like(sql.ref('slug'), ['shop', ''])
      return db
        .selectFrom('project')
        .select('id')
        .where((eb) => eb.not(liked))
        .compile()
    }
    const [ofSqlite, ofPostgres] = [await compile('sqlite'), await compile('postgres')]
    expect(ofSqlite.sql).toBe(`select "id" from "project" where not "slug" like ? escape '\\'`)
    expect(ofPostgres.sql).toBe('select "id" from "project" where not cast("slug" as text) ilike $1')
    expect(ofPostgres.parameters).toEqual(['shop%'])
  })
})

/** A text of the query's own, with the type that a column gives one. */
function asText(text: string) {
  return sql<string>`cast(${text} as text)`
}
