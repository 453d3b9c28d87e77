import { scrubUrl } from '../errors/urls.ts'
import type { RequestWatcher } from '../instrument/requests.ts'
import { attempt } from '../transport/attempt.ts'
import { injectTrace } from './propagation.ts'
import type { IsTarget } from './targets.ts'
import type { Tracing } from './tracing.ts'

/**
 * Creates a child span for each outgoing request, and adds the trace to its headers if the address allows
 * it.
 */
export function traceRequests(tracing: Tracing, isTarget: IsTarget): RequestWatcher {
  return ({ method, url, headers }) => {
    const shownUrl = scrubUrl(url)
    const span = tracing.activeSpan().startChild({
      op: 'http.client',
      name: `${method} ${shownUrl.replace(/[?#].*/, '')}`,
      attributes: { 'http.request.method': method, 'url.full': shownUrl },
    })
    // The request itself will report what is wrong with the address.
    attempt(() => isTarget(url) && injectTrace(headers, tracing.traceHeaders(span)))
    return (status) => {
      span.setAttribute('http.response.status_code', status)
      // The status is short to save code in pages. The response code says it exactly.
      span.status = !status || status >= 500 ? 'internal_error' : status < 400 ? 'ok' : 'invalid_argument'
      span.end()
    }
  }
}
