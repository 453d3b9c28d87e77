/** The stack above the call of `below`, for what has none of its own; empty in browsers that cannot say it. */
export function stackHere(below: (...values: never[]) => unknown): string {
  const here: { stack?: string } = {}
  // Not everywhere is it a function: https://caniuse.com/mdn-javascript_builtins_error_capturestacktrace
  Error.captureStackTrace?.(here, below)
  return `${here.stack ?? ''}`
}
