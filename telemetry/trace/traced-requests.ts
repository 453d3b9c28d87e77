import { scrubUrl } from '../errors/urls.ts'
import type { RequestWatcher } from '../instrument/requests.ts'
import { attempt } from '../transport/attempt.ts'
import { injectTrace } from './propagation.ts'
import type { IsTarget } from './targets.ts'
import type { Tracing } from './tracing.ts'

/** A child span for each request that leaves, and the trace in its headers where it may go there. */
export function traceRequests(tracing: Tracing, isTarget: IsTarget): RequestWatcher {
  return ({ method, url, headers }) => {
    const shownUrl = scrubUrl(url)
    const span = tracing.activeSpan().startChild({
      op: 'http.client',
      name: `${method} ${shownUrl.replace(/[?#].*/, '')}`,
      attributes: { 'http.request.method': method, 'url.full': shownUrl },
    })
    // Whoever sends it will hear what is wrong with the address.
    attempt(() => isTarget(url) && injectTrace(headers, tracing.traceHeaders(span)))
    return (status) => {
      span.setAttribute('http.response.status_code', status)
      // In short, for the page's sake; the code says it in full.
      span.status = !status || status >= 500 ? 'internal_error' : status < 400 ? 'ok' : 'invalid_argument'
      span.end()
    }
  }
}
