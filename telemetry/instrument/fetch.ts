import type { RecordBreadcrumb } from '../telemetry.ts'
import { scrubUrl } from '../urls.ts'
import { wrapMethod } from './wrap.ts'

type Fetch = typeof fetch

/** A breadcrumb for every request that goes out, once it has its answer. Returns what stops it. */
export function observeFetch(target: { fetch: Fetch }, record: RecordBreadcrumb): () => void {
  return wrapMethod(target, 'fetch', (send, isActive) => {
    return function (this: unknown, ...args: Parameters<Fetch>): Promise<Response> {
      if (!isActive()) return send.apply(this, args)
      const request = describe(...args)
      const note = (data: Record<string, unknown>, failed: boolean): void =>
        record({
          type: 'http',
          category: 'fetch',
          level: failed ? 'error' : 'info',
          data: { ...request, ...data },
        })
      // The derived promise goes to the caller: a handler on the first one alone would make a failure
      // that the host forgot to handle look handled.
      const answer: Promise<Response> = send.apply(this, args)
      if (!(answer instanceof Promise)) return answer // a stand-in of the host's tests, perhaps
      return answer.then(
        (response) => {
          note({ status_code: response.status }, response.status >= 500)
          return response
        },
        (reason: unknown) => {
          note({}, true)
          throw reason
        },
      )
    }
  })
}

function describe(input: RequestInfo | URL, init?: RequestInit): { method: string; url: string } {
  try {
    const request = typeof input === 'object' && 'url' in input ? input : undefined
    const method = init?.method ?? request?.method ?? 'GET'
    return { method: method.toUpperCase(), url: scrubUrl(request?.url ?? String(input)) }
  } catch {
    return { method: 'GET', url: '' } // `fetch` itself is about to say what is wrong with it
  }
}
