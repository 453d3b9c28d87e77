import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Condition, foldCondition } from '#server/search/condition.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import { always, never } from '#server/store/words.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

interface Answer {
  kind: 'answer'
  isTrue: boolean
}

const { condition } = fc.letrec<{ condition: Condition<Answer> }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant('answer'), isTrue: fc.boolean() }),
    fc.record({ kind: fc.constant('not'), of: tie('condition') }),
    fc.record({
      kind: fc.constantFrom('all', 'any'),
      of: fc.array(tie('condition'), { maxLength: 3 }),
    }),
  ),
}))

it('a condition is the same test in SQL and in memory', async () => {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  await fc.assert(
    fc.asyncProperty(condition, async (any) => {
      const inSql = testCondition<Answer>(any, { test: ({ isTrue }) => (isTrue ? always : never) })
      const inMemory = foldCondition<Answer, boolean>(any, {
        test: ({ isTrue }) => isTrue,
        all: (parts, fold) => parts.every(fold),
        any: (parts) => parts.includes(true),
        not: (part) => !part,
      })
      const { found } = await store.db
        .selectNoFrom(sql<number>`${inSql}`.as('found'))
        .executeTakeFirstOrThrow()
      expect(found === 1).toBe(inMemory)
    }),
  )
})
