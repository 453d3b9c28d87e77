import { attempt } from '../attempt.ts'
import { beginRequest, type RequestObservation } from './requests.ts'
import { wrapMethod } from './wrap.ts'

/** A breadcrumb for every `fetch`, once it has its answer. Returns what stops it. */
export function observeFetch(target: { fetch: typeof fetch }, observation: RequestObservation): () => void {
  return wrapMethod(target, 'fetch', (send, args) => {
    // Where this throws, `fetch` itself is about to say what is wrong with its arguments.
    const end = attempt(() => {
      const [input, init] = args
      const request: Partial<Request> = input instanceof URL || typeof input === 'string' ? {} : input
      const { method = request.method ?? 'GET', headers: own = request.headers } = init ?? {}
      const headers = new Headers(own)
      const end = beginRequest('fetch', method.toUpperCase(), request.url ?? `${input}`, headers, observation)
      // A `Request` in its place would lose everything that it has by its prototype.
      if (observation.watch && !(init instanceof Request)) args[1] = { ...init, headers }
      return end
    })
    // The derived promise goes to the caller: a handler on the first one alone would make a failure
    // that the host forgot to handle look handled.
    const answer = send()
    if (!end || !(answer instanceof Promise)) return answer // a stand-in of the host's tests, perhaps
    return answer.then(
      (response) => {
        end(response.status)
        return response
      },
      (reason: unknown) => {
        end()
        throw reason
      },
    )
  })
}
