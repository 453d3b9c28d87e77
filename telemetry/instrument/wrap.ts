import { attempt } from '../transport/attempt.ts'

// A registered symbol: another copy of this module in the process recognises the same wrappers.
const original = Symbol.for('crumbtrail.original')

type ArgsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never
type ResultOf<Method> = Method extends (...args: never[]) => infer Result ? Result : never

/**
 * Puts `around` around a method of the host, until `signal` aborts. `call` goes on with what `args` has by
 * then. Whoever wrapped it after us keeps working: then our wrapper stays in the chain and only does
 * nothing any more. A host that is frozen or lacks the method stays as it is.
 */
export function wrapMethod<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  around: (
    call: () => ResultOf<Target[Name]>,
    args: ArgsOf<Target[Name]>,
    self: unknown,
  ) => ResultOf<Target[Name]>,
  signal?: AbortSignal,
): void {
  const inner: unknown = target[name]
  if (typeof inner !== 'function') return
  // TypeScript cannot see through the generic that a wrapper is called as the method is.
  const wrapper = function (this: unknown, ...args: unknown[]): unknown {
    const call = (): ResultOf<Target[Name]> => inner.apply(this, args)
    return signal?.aborted ? call() : around(call, args as ArgsOf<Target[Name]>, this)
  } as Target[Name]
  const put = (method: unknown): void =>
    attempt(() => {
      target[name] = method as Target[Name]
    })
  Reflect.set(wrapper as object, original, inner)
  put(wrapper)
  signal?.addEventListener('abort', () => {
    if (target[name] === wrapper) put(inner)
  })
}

/** What a method was before we wrapped it, however often. */
export function originalOf<Method extends (...args: never[]) => unknown>(method: Method): Method {
  const inner: unknown = Reflect.get(method, original)
  // `wrapMethod` alone sets the mark, and it keeps the type of what it wraps.
  return inner ? originalOf(inner as Method) : method
}
