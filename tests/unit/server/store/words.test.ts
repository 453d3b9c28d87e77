import fc from 'fast-check'
import {
  DummyDriver,
  type Expression,
  type FunctionNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/store/schema/schema.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { sqliteWords } from '#server/store/sqlite/words.ts'
import {
  always,
  contains,
  findsIssue,
  greatest,
  isWord,
  least,
  like,
  never,
  rows,
  withField,
} from '#server/store/words.ts'

async function open(): Promise<Kysely<Database>> {
  const store = await openSqliteStore({ file: ':memory:' })
  onTestFinished(() => store.close())
  return store.db
}

/** What an expression is, asked of the engine. */
async function askFor(db: Kysely<Database>, expression: Expression<unknown>): Promise<unknown> {
  const { rows: found } = await sql<{ value: unknown }>`select ${expression} as value`.execute(db)
  return found[0]?.value
}

describe('the words on SQLite', () => {
  it('least() and greatest() take one of two numbers', async () => {
    const db = await open()
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
  ])('like() of %j and %j is %i', async (text, pieces, is) => {
    expect(await askFor(await open(), like(sql`${text}`, pieces))).toBe(is)
  })

  it('contains() is like() with anything around it', async () => {
    const db = await open()
    const letters = fc.string({ unit: fc.constantFrom(...'abAB%_\\é '), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(letters, letters, async (text, part) => {
        const liked = await askFor(db, like(sql`${text}`, ['', part, '']))
        expect(await askFor(db, contains(sql`${text}`, part))).toBe(liked)
      }),
    )
  })

  it('rows() are a table of a list, whatever its texts', async () => {
    const db = await open()
    const given = [
      [1, "O'Hara"],
      [2, '"\\'],
      [3, ''],
    ]
    const table = rows(JSON.stringify(given), { id: 'integer', name: 'text' }).as('given')
    const found = await db.selectFrom(table).select(['given.id', 'given.name']).orderBy('given.id').execute()
    expect(found.map(({ id, name }) => [id, name])).toEqual(given)
    const none = rows('[]', { id: 'integer' }).as('none')
    expect(await db.selectFrom(none).selectAll().execute()).toEqual([])
  })

  it('findsIssue() asks the index, and is true of every issue where there is no word to ask for', async () => {
    const db = await open()
    const found = findsIssue(sql`1`, [{ text: 'checkout "now', isPhrase: true }])
    expect(await askFor(db, found)).toBe(0)
    expect(await askFor(db, findsIssue(sql`1`, [{ text: '?!', isPhrase: false }]))).toBe(1)
  })

  it('withField() puts a field into JSON, or another value', async () => {
    const db = await open()
    const json = await askFor(db, withField(sql`${'{"by":"a","at":1}'}`, 'by', 'ada@example.com'))
    expect(JSON.parse(String(json))).toEqual({ by: 'ada@example.com', at: 1 })
  })

  it('always and never are what they say', async () => {
    const db = await open()
    expect([await askFor(db, always), await askFor(db, never)]).toEqual([1, 0])
  })
})

describe('a word', () => {
  it('is said by the dialect that compiles the query, so that one query serves another engine', async () => {
    class Compiler extends PostgresQueryCompiler {
      protected override visitFunction(node: FunctionNode): void {
        if (!isWord(node)) super.visitFunction(node)
        else this.visitNode(node.saying(otherWords).toOperationNode())
      }
    }
    const otherWords = {
      ...sqliteWords,
      like: (text: Expression<unknown>, pattern: string) => sql`${text} ilike ${pattern}`,
    }
    const other = new Kysely<Database>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new Compiler(),
      },
    })
    const query = (db: Kysely<Database>) =>
      db
        .selectFrom('project')
        .select('id')
        .where((eb) => eb.not(like(sql.ref('slug'), ['shop', ''])))
        .compile()
    const [ofSqlite, ofOther] = [query(await open()), query(other)]
    expect(ofSqlite.sql).toBe(`select "id" from "project" where not "slug" like ? escape '\\'`)
    expect(ofOther.sql).toBe('select "id" from "project" where not "slug" ilike $1')
    expect(ofOther.parameters).toEqual(['shop%'])
  })
})
