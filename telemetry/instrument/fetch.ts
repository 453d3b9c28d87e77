import { attempt } from '../transport/attempt.ts'
import type { RequestWatcher } from './requests.ts'
import { wrapMethod } from './wrap.ts'

/** Reports every `fetch` to a watcher, until `signal` aborts. */
export function observeFetch(
  target: { fetch: typeof fetch },
  watch: RequestWatcher,
  signal?: AbortSignal,
): void {
  const around: Parameters<typeof wrapMethod<typeof target, 'fetch'>>[2] = (send, args) => {
    // If this throws, `fetch` itself reports what is wrong with its arguments.
    const end = attempt(() => {
      const [input, init] = args
      const request: Partial<Request> = Object(input) // Texts and URLs have none of a request's properties.
      const { method = request.method ?? 'GET' } = init ?? {}
      const headers = new Headers(init?.headers ?? request.headers)
      return watch({
        category: 'fetch',
        method: method.toUpperCase(),
        url: request.url ?? `${input}`,
        headers: {
          get: (name) => headers.get(name),
          set(name, value) {
            headers.set(name, value)
            // A new `Request` would lose everything that the old one has on its prototype.
            if (!(init instanceof Request)) args[1] = { ...init, headers }
          },
        },
      })
    })
    const answer = send()
    if (!end || !(answer instanceof Promise)) return answer // The host's tests may use a replacement.
    // The caller gets the derived promise. With a handler on the first promise alone, a failure that the
    // host does not handle would look handled.
    return answer.then(
      (response) => {
        attempt(() => end(response.status))
        return response
      },
      (reason: unknown) => {
        attempt(end)
        throw reason
      },
    )
  }
  wrapMethod(target, 'fetch', around, signal)
}
