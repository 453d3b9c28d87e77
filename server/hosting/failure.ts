/** The stage at which a request failed. */
export type FailureStage = 'request' | 'action' | 'loader' | 'render' | 'stream' | 'process'

/**
 * A failure that was reported and got its digest. Its stack, for the log, has only our frames of the thrown error's
 * stack.
 */
export class Failure extends Error {
  readonly digest: string
  readonly stage: FailureStage

  constructor(thrown: unknown, stage: FailureStage, digest: string) {
    super(`${digest} (${stage}): ${describe(thrown)}`, { cause: thrown })
    this.name = 'Failure'
    this.digest = digest
    this.stage = stage
    this.stack = stackOf(thrown, this.message)
  }
}

export interface FailureRecorder {
  /** Reports a thrown value once: the same value again gives the same failure. */
  record(thrown: unknown, stage: FailureStage): Failure
  last(): Failure | undefined
}

/** Each request has its own recorder: a thrown string or null has no identity beyond its request. */
export function createFailureRecorder(
  report: (thrown: unknown, stage: FailureStage) => string,
): FailureRecorder {
  const failures = new Map<unknown, Failure>()
  let last: Failure | undefined
  return {
    record(thrown, stage) {
      if (thrown instanceof Failure) return thrown
      const known = failures.get(thrown)
      if (known) return known
      last = new Failure(thrown, stage, report(thrown, stage))
      failures.set(thrown, last)
      return last
    },
    last: () => last,
  }
}

function describe(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return `an object that cannot be shown (${typeof thrown})`
  }
}

function stackOf(thrown: unknown, message: string): string {
  try {
    if (thrown instanceof Error && typeof thrown.stack === 'string') {
      const frames = thrown.stack
        .split('\n')
        .filter((line) => /^ +at /.test(line) && !line.includes('node_modules'))
      return [message, ...frames].join('\n')
    }
  } catch {
    // A getter throws, so the message is all there is.
  }
  return message
}

/** The error screen's text, for when the error page cannot be rendered either. */
export function plainErrorScreen(digest: string): string {
  return `Application error: a server-side exception has occurred\nDigest: ${digest}\n`
}
