import { setTimeout } from 'node:timers/promises'
import { isConflict } from './conflicts.ts'

const MOST_ATTEMPTS = 8
/** The longest pause before the second attempt. It doubles each time, so that two writers do not conflict again and again. */
const FIRST_PAUSE_MS = 4

type Transact<Result> = () => Promise<Result>

/** Runs a transaction again while it conflicts with others. */
export async function repeatConflicts<Result>(transact: Transact<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isConflict(error)) throw error
      await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/**
 * Returns a function that lets transactions run at the same time, and runs those that conflict again one after the other:
 * twenty that are repeated together conflict with each other until their attempts are used up.
 */
export function createConflictQueue(): <Result>(transact: Transact<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()

  return async (transact) => {
    try {
      return await transact()
    } catch (error) {
      if (!isConflict(error)) throw error
      const done = last.then(() => repeatConflicts(transact))
      last = done.catch(() => undefined)
      return done
    }
  }
}
