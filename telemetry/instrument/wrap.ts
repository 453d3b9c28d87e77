// A registered symbol: another copy of this module in the process recognises the same wrappers.
const original = Symbol.for('crumbtrail.original')

/**
 * Puts a wrapper around a method of the host, and hands back what takes it away. Whoever wrapped it
 * after us keeps working: then the wrapper stays in the chain and only `isActive` turns false.
 */
export function wrapMethod<Target extends object, Name extends keyof Target & string>(
  target: Target,
  name: Name,
  wrap: (original: Target[Name], isActive: () => boolean) => Target[Name],
): () => void {
  const inner = target[name]
  if (typeof inner !== 'function') return () => {}
  let active = true
  const wasOwn = Object.hasOwn(target, name)
  const wrapper = wrap(inner, () => active)
  try {
    Object.defineProperty(wrapper, original, { value: inner })
    target[name] = wrapper
  } catch {
    return () => {} // a frozen host stays as it is
  }
  return () => {
    active = false
    if (target[name] !== wrapper) return
    if (wasOwn) target[name] = inner
    else delete target[name]
  }
}

/** What a method was before we wrapped it, however often. */
export function originalOf<Method extends (...args: never[]) => unknown>(method: Method): Method {
  const inner: unknown = Reflect.get(method, original)
  // `wrapMethod` alone sets the mark, and it keeps the type of what it wraps.
  return typeof inner === 'function' ? originalOf(inner as Method) : method
}
