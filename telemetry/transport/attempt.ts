/** What `work` returns, or `otherwise` when it throws. For values of the host, which may be anything. */
export function attempt<Result, Otherwise = undefined>(
  work: () => Result,
  otherwise?: Otherwise,
): Result | Otherwise {
  try {
    return work()
  } catch {
    return otherwise as Otherwise // left out only where it is undefined
  }
}
