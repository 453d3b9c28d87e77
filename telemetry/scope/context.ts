/** Returns what the running code belongs to: its scope or its span. */
export interface ContextProvider<Value> {
  current(): Value | undefined
  /** Runs `work` with `value` as the current one, as far as the platform can follow asynchronous work. */
  run<Result>(value: Value, work: () => Result): Result
}

/**
 * For platforms without context tracking: the value is current while `work` runs, but not while it awaits.
 */
export function createStackContext<Value>(): ContextProvider<Value> {
  const stack: Value[] = []
  return {
    current: () => stack.at(-1),
    run(value, work) {
      stack.push(value)
      try {
        return work()
      } finally {
        stack.pop()
      }
    },
  }
}
