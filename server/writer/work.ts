/**
 * Work that makes attempts and continues with their results. SQLite gives these at once, PostgreSQL later. An error is thrown
 * where the attempt was made.
 */
export type Work<Result> = Generator<() => unknown, Result, unknown>

export function* attempt<Result>(make: () => Result | Promise<Result>): Work<Result> {
  return (yield make) as Result // whoever runs the work gives what the attempt made of it
}

/** Runs work whose attempts answer at once. */
export function runNow<Result>(work: Work<Result>): Result {
  let step = work.next()
  while (!step.done) {
    const made = tryNow(step.value)
    step = 'error' in made ? work.throw(made.error) : work.next(made.value)
  }
  return step.value
}

/** Runs work whose attempts answer later. */
export async function runLater<Result>(work: Work<Result>): Promise<Result> {
  let step = work.next()
  while (!step.done) {
    const made = await tryLater(step.value)
    step = 'error' in made ? work.throw(made.error) : work.next(made.value)
  }
  return step.value
}

type Made = { value: unknown } | { error: unknown }

function tryNow(make: () => unknown): Made {
  try {
    return { value: make() }
  } catch (error) {
    return { error }
  }
}

async function tryLater(make: () => unknown): Promise<Made> {
  try {
    return { value: await make() }
  } catch (error) {
    return { error }
  }
}
