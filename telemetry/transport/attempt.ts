/**
 * Returns the result of `work`, or `otherwise` if it throws. For values of the host, which can be
 * anything.
 */
export function attempt<Result, Otherwise = undefined>(
  work: () => Result,
  otherwise?: Otherwise,
): Result | Otherwise {
  try {
    return work()
  } catch {
    return otherwise as Otherwise // `otherwise` may only be omitted if undefined is a valid result.
  }
}
