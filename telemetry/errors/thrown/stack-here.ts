/** The stack above the call of `below`, for values without one. Empty in browsers that cannot provide it. */
export function stackHere(below: (...values: never[]) => unknown): string {
  const here: { stack?: string } = {}
  // Some platforms lack the function: https://caniuse.com/mdn-javascript_builtins_error_capturestacktrace
  Error.captureStackTrace?.(here, below)
  return `${here.stack ?? ''}`
}
