const immutable = new WeakSet<object>()

/** Marks a value that is remembered between requests and never changes: what is made of it may be remembered as well. */
export function asImmutable<Value extends object>(value: Value): Value {
  immutable.add(value)
  return value
}

export function isImmutable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && immutable.has(value)
}
