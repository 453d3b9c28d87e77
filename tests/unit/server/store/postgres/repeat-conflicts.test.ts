import { expect, it } from 'vitest'
import { createConflictQueue } from '#server/store/postgres/repeat-conflicts.ts'

const WRITERS = 24

/** Conflicts with whatever was committed since it began, as the strictest database would have it. */
function createStrictTransaction() {
  let commits = 0
  let attempts = 0
  return {
    attempts: () => attempts,
    async transact() {
      attempts++
      const seen = commits
      await new Promise(setImmediate)
      if (commits > seen) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      return ++commits
    },
  }
}

it('runs transactions that conflict one after the other, so that each needs a second attempt at most', async () => {
  const { attempts, transact } = createStrictTransaction()
  const inQueue = createConflictQueue()
  const results = await Promise.all(Array.from({ length: WRITERS }, () => inQueue(transact)))
  expect(results.sort((a, b) => a - b)).toEqual(Array.from({ length: WRITERS }, (_, index) => index + 1))
  expect(attempts()).toBe(2 * WRITERS - 1)
})

it('throws other errors at once, and continues with the next transaction after one that failed', async () => {
  const inQueue = createConflictQueue()
  let attempts = 0
  const failing = inQueue(async () => {
    attempts++
    throw attempts === 1
      ? Object.assign(new Error('could not serialize access'), { code: '40001' })
      : new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  const { transact } = createStrictTransaction()
  expect(await Promise.all([inQueue(transact), inQueue(transact)])).toEqual([1, 2])
})
