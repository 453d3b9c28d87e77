import { attempt } from '../transport/attempt.ts'
import type { RequestWatcher } from './requests.ts'
import { wrapMethod } from './wrap.ts'

type Prototype = Pick<XMLHttpRequest, 'open' | 'send' | 'setRequestHeader'>
type Around<Name extends keyof Prototype> = Parameters<typeof wrapMethod<Prototype, Name>>[2]

/** Reports every `XMLHttpRequest` to a watcher. Stops when `signal` aborts. */
export function observeXhr(prototype: Prototype, watch: RequestWatcher, signal?: AbortSignal): void {
  // The key is the request on which the prototype's methods are called. A call on anything else fails by
  // itself.
  const opened = new WeakMap<object, [method: string, url: string | URL, ...unknown[]]>()
  const traced = new WeakSet<object>()
  const open: Around<'open'> = (call, args, xhr) => {
    call()
    opened.set(xhr as object, args)
  }
  const setRequestHeader: Around<'setRequestHeader'> = (call, [name], xhr) => {
    call()
    if (/^sentry-trace$/i.test(name)) traced.add(xhr as object)
  }
  const send: Around<'send'> = (call, _args, self) => {
    const xhr = self as XMLHttpRequest
    attempt(() => {
      const [method = '', url = ''] = opened.get(xhr) ?? []
      const end = watch({
        category: 'xhr',
        method: method.toUpperCase(),
        url: `${url}`,
        headers: {
          // Earlier headers cannot be read; `setRequestHeader` adds to them.
          get: (name) => (name === 'sentry-trace' && traced.has(xhr) ? name : null),
          set: (name, value) => xhr.setRequestHeader(name, value),
        },
      })
      xhr.addEventListener('loadend', () => attempt(() => end(xhr.status || undefined)), { once: true })
    })
    call()
  }
  wrapMethod(prototype, 'open', open, signal)
  wrapMethod(prototype, 'setRequestHeader', setRequestHeader, signal)
  wrapMethod(prototype, 'send', send, signal)
}
