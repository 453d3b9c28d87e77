import type { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Asking, answer, ask, together } from '#server/store/engine/asking.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

async function opened() {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  const slugQuery = (id: number) => store.db.selectFrom('project').select('slug').where('id', '=', id)
  function* slugOf(...ids: number[]): Asking<string[]> {
    const slugs: string[] = []
    for (const id of ids) for (const { slug } of yield* ask(slugQuery(id))) slugs.push(slug)
    return slugs
  }
  return { db: store.db, slugOf }
}

/** Answers with the numbers that were asked for, and notes what was asked at once. */
function run<Answer>(asking: Asking<Answer>) {
  const steps: (readonly CompiledQuery[])[] = []
  let step = asking.next()
  while (!step.done) {
    steps.push(step.value)
    step = asking.next(step.value.map(({ parameters: [id] }) => [{ slug: `p${id}` }]))
  }
  return { answered: step.value, asked: steps.map((step) => step.map(({ parameters: [id] }) => id)) }
}

describe('together()', () => {
  it('asks the next queries of all searches at once, until every search has ended', async () => {
    const { slugOf } = await opened()
    const { answered, asked } = run(together([slugOf(1, 2), slugOf(), slugOf(3), slugOf(4, 5, 6)]))
    expect(asked).toEqual([[1, 3, 4], [2, 5], [6]])
    expect(answered).toEqual([['p1', 'p2'], [], ['p3'], ['p4', 'p5', 'p6']])
  })

  it('runs searches that themselves run others side by side', async () => {
    const { slugOf } = await opened()
    const { answered, asked } = run(together([together([slugOf(1), slugOf(2)]), together([slugOf(3, 4)])]))
    expect(asked).toEqual([[1, 2, 3], [4]])
    expect(answered).toEqual([[['p1'], ['p2']], [['p3', 'p4']]])
  })

  it('asks nothing for no searches', () => {
    expect(run(together([]))).toEqual({ answered: [], asked: [] })
  })
})

describe('answer()', () => {
  it('gives each search its own rows, where more are asked for than connections read at once', async () => {
    const { db, slugOf } = await opened()
    const ids = Array.from({ length: 30 }, (_, index) => index % 3)
    const slugs = await answer(db, together(ids.map((id) => slugOf(id))))
    expect(slugs).toEqual(ids.map((id) => (id === 1 ? ['crumbtrail'] : [])))
  })
})
