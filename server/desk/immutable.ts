const unchanging = new WeakSet<object>()

/** Marks a value that is remembered between requests and never changes: what is made of it may be remembered as well. */
export function asUnchanging<Value extends object>(value: Value): Value {
  unchanging.add(value)
  return value
}

export function isUnchanging(value: unknown): value is object {
  return typeof value === 'object' && value !== null && unchanging.has(value)
}
