import { attempt } from '../transport/attempt.ts'
import type { RequestWatcher } from './requests.ts'
import { wrapMethod } from './wrap.ts'

/** Tells of every `fetch`, until `signal` aborts. */
export function observeFetch(
  target: { fetch: typeof fetch },
  watch: RequestWatcher,
  signal?: AbortSignal,
): void {
  const around: Parameters<typeof wrapMethod<typeof target, 'fetch'>>[2] = (send, args) => {
    // Where this throws, `fetch` itself is about to say what is wrong with its arguments.
    const end = attempt(() => {
      const [input, init] = args
      const request: Partial<Request> = Object(input) // texts and URLs have nothing of a request
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
            // A `Request` in its place would lose everything that it has by its prototype.
            if (!(init instanceof Request)) args[1] = { ...init, headers }
          },
        },
      })
    })
    const answer = send()
    if (!end || !(answer instanceof Promise)) return answer // a stand-in of the host's tests, perhaps
    // The derived promise goes to the caller: a handler on the first one alone would make a failure
    // that the host forgot to handle look handled.
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
