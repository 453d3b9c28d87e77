/** Answers what the running code belongs to: its scope, its span. */
export interface ContextProvider<Value> {
  current(): Value | undefined
  /** Runs `work` with `value` as the current one, as far as the platform can follow it. */
  run<Result>(value: Value, work: () => Result): Result
}

/** For platforms without context tracking: current as long as `work` runs, not while it awaits. */
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
