import { attempt } from '../transport/attempt.ts'

// A registered symbol, so that another copy of this module in the process recognizes the same wrappers.
const original = Symbol.for('crumbtrail.original')

type ArgsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never
type ResultOf<Method> = Method extends (...args: never[]) => infer Result ? Result : never

/**
 * Wraps a method of the host with `around`, until `signal` aborts. `call` continues with the current
 * content of `args`. If someone wraps the method after us, that wrapper keeps working: ours stays in the
 * chain and does nothing. A host that is frozen or lacks the method stays unchanged.
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
  // TypeScript cannot see through the generic that the wrapper is called like the method.
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

/** Returns the method as it was before we wrapped it, however often. */
export function originalOf<Method extends (...args: never[]) => unknown>(method: Method): Method {
  const inner: unknown = Reflect.get(method, original)
  // Only `wrapMethod` sets the mark, and it keeps the type of the method.
  return inner ? originalOf(inner as Method) : method
}
