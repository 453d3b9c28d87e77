import type { RequestWatcher } from './instrument/requests.ts'
import { injectTrace, isAllowedTarget } from './propagation.ts'
import type { Tracing } from './tracing.ts'
import { scrubUrl } from './urls.ts'

export interface RequestTracingOptions {
  /** The host's own: it is what requests may carry their trace to, unless `targets` says otherwise. */
  origin: string | undefined
  /** Origins, addresses, paths, or patterns of addresses. */
  targets?: (string | RegExp)[] | undefined
}

/** A child span for each request that leaves, and the trace in its headers where it may go there. */
export function traceRequests(tracing: Tracing, { origin, targets }: RequestTracingOptions): RequestWatcher {
  return ({ method, url, headers }) => {
    const shownUrl = scrubUrl(url)
    const span = tracing.activeSpan().startChild({
      op: 'http.client',
      name: `${method} ${shownUrl.replace(/[?#].*/, '')}`,
      attributes: { 'http.request.method': method, 'url.full': shownUrl },
    })
    if (isAllowedTarget(url, origin, targets)) injectTrace(headers, tracing.traceHeaders(span))
    return (status) => {
      span.setAttribute('http.response.status_code', status)
      // In short, for the page's sake; the code says it in full.
      span.setStatus(!status || status >= 500 ? 'internal_error' : status < 400 ? 'ok' : 'invalid_argument')
      span.end()
    }
  }
}
