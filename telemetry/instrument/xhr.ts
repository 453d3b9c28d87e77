import { beginRequest, type RequestObservation } from './requests.ts'
import { stopAll, wrapMethod } from './wrap.ts'

type Prototype = Pick<XMLHttpRequest, 'open' | 'send' | 'setRequestHeader'>

/** A breadcrumb for every `XMLHttpRequest`, once it is over. Returns what stops it. */
export function observeXhr(prototype: Prototype, observation: RequestObservation): () => void {
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
      const [method, url] = opened.get(xhr) ?? []
      const headers = {
        // What else was set is nobody's to read; `setRequestHeader` adds to it.
        get: (name: string) => (name === 'sentry-trace' && traced.has(xhr) ? name : null),
        set: (name: string, value: string) => xhr.setRequestHeader(name, value),
      }
      const end = url && beginRequest('xhr', `${method}`.toUpperCase(), `${url}`, headers, observation)
      if (end) xhr.addEventListener('loadend', () => end(xhr.status || undefined), { once: true })
      send()
    }),
  )
}
