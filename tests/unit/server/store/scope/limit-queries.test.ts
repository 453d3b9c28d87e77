import { type Compilable, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileOnce } from '#server/store/engine/prepared-query.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { scopeStore } from '#server/store/scope/scope-store.ts'
import { contains, inOrder } from '#server/store/words.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

/** What a query becomes for somebody who sees the projects 3 and 5. Parameters are written as `?` on both engines. */
function limitedBy(store: Store) {
  const { db } = scopeStore(store, [5, 3])
  return (build: (db: Kysely<Database>) => Compilable<unknown>) => {
    const { sql: text, parameters } = build(db).compile()
    return [text.replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ').trim(), ...parameters]
  }
}

describe.each(ENGINES)('a query of who sees two projects, on %s', (engine) => {
  let store: Store
  let limit: ReturnType<typeof limitedBy>

  beforeAll(async () => {
    store = await openTestStore(engine)
    limit = limitedBy(store)
  })

  afterAll(() => store.close())

  it('selects of a table by its project, after what it asks', () => {
    expect(limit((db) => db.selectFrom('event').select('id').where('id', '=', 7))).toEqual([
      'select "id" from "event" where "id" = ? and "event"."project_id" in (?, ?)',
      ...[7, 5, 3],
    ])
  })

  it('selects of projects by their ids', () => {
    expect(limit((db) => db.selectFrom('project').select('slug'))).toEqual([
      'select "slug" from "project" where "project"."id" in (?, ?)',
      ...[5, 3],
    ])
  })

  it('keeps raw conditions with an or together', () => {
    const isEither = sql<boolean>`id = 1 or id = 2`
    expect(limit((db) => db.selectFrom('event').select('id').where(isEither))[0]).toBe(
      'select "id" from "event" where (id = 1 or id = 2) and "event"."project_id" in (?, ?)',
    )
  })

  it('leaves tables of no project alone', () => {
    expect(limit((db) => db.selectFrom('account').select('email'))).toEqual(['select "email" from "account"'])
  })

  it('limits what is joined in the join itself', () => {
    const build = (db: Kysely<Database>) =>
      db
        .selectFrom('issue as one')
        .innerJoin('project', 'project.id', 'one.project_id')
        .leftJoin('event as newest', 'newest.issue_id', 'one.id')
        .select('one.id')
    expect(limit(build)[0]).toBe(
      'select "one"."id" from "issue" as "one" ' +
        'inner join "project" on "project"."id" = "one"."project_id" and "project"."id" in (?, ?) ' +
        'left join "event" as "newest" on "newest"."issue_id" = "one"."id" and "newest"."project_id" in (?, ?) ' +
        'where "one"."project_id" in (?, ?)',
    )
  })

  it('limits several tables, and those of a cross join', () => {
    expect(limit((db) => db.selectFrom(['issue', 'event']).crossJoin('log').select('log.id'))[0]).toBe(
      'select "log"."id" from "issue", "event" cross join "log" ' +
        'where "issue"."project_id" in (?, ?) and "event"."project_id" in (?, ?) and "log"."project_id" in (?, ?)',
    )
  })

  it('limits queries inside of queries, once', () => {
    const build = (db: Kysely<Database>) =>
      db
        .with('recent', (cte) => cte.selectFrom('event').select('issue_id'))
        .selectFrom('account')
        .select(({ exists, selectFrom }) => exists(selectFrom('log').select('log.id')).as('some'))
        .where('id', 'in', db.selectFrom('recent' as 'event').select('issue_id'))
        .where(
          'id',
          'in',
          db.selectFrom('segment').select('id').union(db.selectFrom('span_part').select('id')),
        )
    expect(limit(build)[0]).toBe(
      'with "recent" as (select "issue_id" from "event" where "event"."project_id" in (?, ?)) ' +
        'select exists (select "log"."id" from "log" where "log"."project_id" in (?, ?)) as "some" from "account" ' +
        'where "id" in (select "issue_id" from "recent") ' +
        'and "id" in (select "id" from "segment" where "segment"."project_id" in (?, ?) ' +
        'union select "id" from "span_part" where "span_part"."project_id" in (?, ?))',
    )
  })

  it('updates and deletes rows of these projects only', () => {
    expect(limit((db) => db.updateTable('issue').set({ user_count: 2 }).where('id', '=', 7))).toEqual([
      'update "issue" set "user_count" = ? where "id" = ? and "issue"."project_id" in (?, ?)',
      ...[2, 7, 5, 3],
    ])
    expect(limit((db) => db.deleteFrom('monitor'))).toEqual([
      'delete from "monitor" where "monitor"."project_id" in (?, ?)',
      ...[5, 3],
    ])
  })

  it('inserts rows of these projects, and changes no other that has the same key', () => {
    const row = (project_id: number) => ({ project_id, issue_id: 1, text: 'a', line_hashes: '' })
    const build = (projectId: number) => (db: Kysely<Database>) =>
      db
        .insertInto('issue_bookmark')
        .values({ project_id: projectId, issue_id: 1, account_id: 2 })
        .onConflict((oc) =>
          oc.columns(['project_id', 'issue_id', 'account_id']).doUpdateSet({ account_id: 2 }),
        )
    expect(limit(build(3))[0]).toBe(
      'insert into "issue_bookmark" ("project_id", "issue_id", "account_id") values (?, ?, ?) ' +
        'on conflict ("project_id", "issue_id", "account_id") do update set "account_id" = ? ' +
        'where "issue_bookmark"."project_id" in (?, ?)',
    )
    const refused = "Cannot limit the query to the viewer's projects: it has a new row of another project"
    expect(() => limit(build(4))).toThrow(refused)
    expect(() => limit((db) => db.insertInto('issue_text').values([row(3), row(4)]))).toThrow(refused)
    expect(() =>
      limit((db) => db.insertInto('project').values({ slug: 'a', name: 'A', created_at: 1 })),
    ).toThrow(refused)
  })

  it('refuses to move a row to another project', () => {
    expect(() => limit((db) => db.updateTable('issue').set({ project_id: 3 }))).toThrow(
      'a row that changes its project',
    )
  })

  it('refuses joins that keep rows of the other side', () => {
    const build = (db: Kysely<Database>) =>
      db.selectFrom('account').rightJoin('issue', 'issue.id', 'account.id').select('issue.id')
    expect(() => limit(build)).toThrow('a RightJoin of its table')
  })

  it('makes a table in raw SQL a select of its rows', () => {
    const [event, issue] = [sql.table('event'), sql.table('issue')]
    const raw = sql`select ${event}.id from ${event} cross join ${issue} as one where ${sql.ref('event.id')} = 1`
    expect(limit(() => compiledOf(store, raw))[0]).toBe(
      'select "event".id from (select * from "event" where "event"."project_id" in (?, ?)) as "event" ' +
        'cross join (select * from "issue" where "issue"."project_id" in (?, ?)) as one where "event"."id" = 1',
    )
  })

  it.each([
    ['select id from event where id = 1'],
    ['select id from "issue"'],
    ['select 1 from account, issue as one'],
    ['update issue_tag_key set value_count = 0'],
    ['delete from log where id = 1'],
    ['insert into digest (digest) values (1)'],
  ])('refuses a table in the text of raw SQL: %s', (text) => {
    expect(() => limit(() => compiledOf(store, sql.raw(text)))).toThrow('it has a table in its text')
  })

  it('refuses raw SQL that changes rows, or adds those of another project', () => {
    const tags = sql.table('issue_tag')
    const added = (projectId: number) =>
      sql`insert into ${tags} (project_id, key) select ${projectId}, 'a' where true`
    expect(() => limit(() => compiledOf(store, sql`update ${tags} set event_count = 0`))).toThrow(
      'raw SQL that writes',
    )
    expect(() => limit(() => compiledOf(store, sql`delete from ${tags}`))).toThrow(
      'raw SQL that writes to issue_tag',
    )
    expect(() => limit(() => compiledOf(store, added(4)))).toThrow('raw SQL that writes to issue_tag')
    expect(limit(() => compiledOf(store, added(3)))[0]).toBe(
      `insert into "issue_tag" (project_id, key) select ?, 'a' where true`,
    )
  })

  it('limits what words of the engines are said of', () => {
    const newest = inOrder(sql`select * from ${sql.table('segment')} where true`, sql`id`)
    const build = (db: Kysely<Database>) =>
      db
        .selectFrom(sql<Database['segment']>`(${newest})`.as('segment') as unknown as 'segment')
        .select('id')
        .where((eb) => contains(eb.selectFrom('issue').select('issue.type').limit(1), 'a'))
    const [text] = limit(build)
    expect(text).toContain('(select * from "segment" where "segment"."project_id" in (?, ?)) as "segment"')
    expect(text).toContain('from "issue" where "issue"."project_id" in (?, ?)')
  })

  it('compiles a prepared query for each set of projects', () => {
    const prepared = compileOnce((db, { id }: { id: number }) =>
      db.selectFrom('event').select('id').where('id', '=', id),
    )
    const [one, two] = [scopeStore(store, [3]), scopeStore(store, [4])]
    expect(prepared(one.db, { id: 7 }).parameters).toEqual([7, 3])
    expect(prepared(two.db, { id: 8 }).parameters).toEqual([8, 4])
    expect(prepared(store.db, { id: 9 }).parameters).toEqual([9])
    expect(prepared(one.db, { id: 9 }).parameters).toEqual([9, 3])
  })

  it('limits a prepared query in a transaction as well, whichever transaction compiled it first', async () => {
    const prepared = compileOnce((db, { id }: { id: number }) =>
      db.selectFrom('event').select('id').where('id', '=', id),
    )
    const parametersIn = (of: Store) => of.write(async (trx) => prepared(trx, { id: 7 }).parameters)
    for (const _time of [1, 2]) {
      expect(await parametersIn(store)).toEqual([7])
      expect(await parametersIn(scopeStore(store, [3]))).toEqual([7, 3])
      expect(await parametersIn(scopeStore(store, [4]))).toEqual([7, 4])
    }
  })

  it('finds nothing for who sees no project', async () => {
    const none = scopeStore(store, [])
    expect(await none.db.selectFrom('project').select('id').execute()).toEqual([])
    expect(await store.db.selectFrom('project').select('id').execute()).toEqual([{ id: 1 }])
  })

  it('limits transactions, however they are run', async () => {
    const none = scopeStore(store, [])
    const count = (trx: Kysely<Database>) => trx.selectFrom('project').select('id').execute()
    expect(await none.write(count)).toEqual([])
    expect(await none.writeInTurn(count)).toEqual([])
    expect(await none.writeAlone([], count)).toEqual([])
  })

  it('is the same store for the same projects, and the whole one for all', () => {
    expect(scopeStore(store, [2, 1])).toBe(scopeStore(store, [1, 2]))
    expect(scopeStore(store, [2])).not.toBe(scopeStore(store, [1, 2]))
    expect(scopeStore(store, 'all')).toBe(store)
  })
})

/** Raw SQL has no database until it is run. */
function compiledOf(store: Store, raw: ReturnType<typeof sql>): Compilable<unknown> {
  const { db } = scopeStore(store, [5, 3])
  return { compile: () => raw.compile(db) } as Compilable<unknown> // of which the test asks no more
}
