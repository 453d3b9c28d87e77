import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { Store } from '#server/store/engine/store.ts'
import { scopeStore } from '#server/store/scope/scope-store.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

interface Values {
  ids: readonly number[]
  slug: string | undefined
}

const PROJECTS = [
  { id: 12, slug: 'two' },
  { id: 13, slug: 'three' },
  { id: 14, slug: 'four' },
]

describe.each(ENGINES)('a query that is compiled by the shape of its values, on %s', (engine) => {
  let store: Store
  let builds = 0

  const listSlugs = prepareByShape((db, { ids, slug }: Values, order: 'asc' | 'desc') => {
    builds += 1
    return db
      .selectFrom('project')
      .select('slug')
      .where('id', 'in', ids)
      .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
      .orderBy('id', order)
  })
  const list = async (values: Values, order: 'asc' | 'desc' = 'asc', { db } = store) =>
    (await listSlugs(db, values, order)).map(({ slug }) => slug)

  beforeAll(async () => {
    store = await openTestStore(engine)
    const projects = PROJECTS.map(({ id, slug }) => ({ id, slug, name: slug, created_at: 0 }))
    await store.write((trx) => trx.insertInto('project').values(projects).execute())
  })

  afterAll(() => store.close())

  it('takes lists of any length, and builds once for each length', async () => {
    builds = 0
    expect(await list({ ids: [12, 13], slug: undefined })).toEqual(['two', 'three'])
    expect(await list({ ids: [13, 14], slug: undefined })).toEqual(['three', 'four'])
    expect(builds).toBe(1)
    expect(await list({ ids: [12, 13, 14], slug: undefined })).toEqual(['two', 'three', 'four'])
    expect(await list({ ids: [], slug: undefined })).toEqual([])
    expect(builds).toBe(3)
  })

  it('leaves out what is undefined', async () => {
    builds = 0
    expect(await list({ ids: [12, 13], slug: 'three' })).toEqual(['three'])
    expect(await list({ ids: [12, 14], slug: 'two' })).toEqual(['two'])
    expect(await list({ ids: [12, 14], slug: undefined })).toEqual(['two', 'four'])
    expect(builds).toBe(1)
  })

  it('builds what is chosen', async () => {
    expect(await list({ ids: [12, 14], slug: undefined }, 'desc')).toEqual(['four', 'two'])
    expect(await list({ ids: [12, 14], slug: undefined }, 'asc')).toEqual(['two', 'four'])
  })

  it('stays limited to the projects of who asks', async () => {
    const [some, others] = [scopeStore(store, [12, 13]), scopeStore(store, [14])]
    for (const order of ['asc', 'asc'] as const) {
      expect(await list({ ids: [12, 13, 14], slug: undefined }, order, some)).toEqual(['two', 'three'])
      expect(await list({ ids: [12, 13, 14], slug: undefined }, order, others)).toEqual(['four'])
      expect(await list({ ids: [12, 13, 14], slug: undefined }, order)).toEqual(['two', 'three', 'four'])
    }
  })
})
