import { attempt } from '../attempt.ts'
import type { RequestWatcher } from './requests.ts'
import { stopAll, wrapMethod } from './wrap.ts'

type Prototype = Pick<XMLHttpRequest, 'open' | 'send' | 'setRequestHeader'>

/** Tells of every `XMLHttpRequest`. Returns what stops it. */
export function observeXhr(prototype: Prototype, watch: RequestWatcher): () => void {
  // By the request, which the prototype's methods are called on; a call on anything else fails by itself.
  const opened = new WeakMap<object, [method: string, url: string | URL, ...unknown[]]>()
  const traced = new WeakSet<object>()
  return stopAll(
    wrapMethod(prototype, 'open', (open, args, xhr) => {
      open()
      opened.set(xhr as object, args)
    }),
    wrapMethod(prototype, 'setRequestHeader', (set, [name], xhr) => {
      set()
      if (/^sentry-trace$/i.test(name)) traced.add(xhr as object)
    }),
    wrapMethod(prototype, 'send', (send, _args, self) => {
      const xhr = self as XMLHttpRequest
      attempt(() => {
        const [method = '', url = ''] = opened.get(xhr) ?? []
        const end = watch({
          category: 'xhr',
          method: method.toUpperCase(),
          url: `${url}`,
          headers: {
            // What else was set is nobody's to read; `setRequestHeader` adds to it.
            get: (name) => (name === 'sentry-trace' && traced.has(xhr) ? name : null),
            set: (name, value) => xhr.setRequestHeader(name, value),
          },
        })
        xhr.addEventListener('loadend', () => attempt(() => end(xhr.status || undefined)), { once: true })
      })
      send()
    }),
  )
}
