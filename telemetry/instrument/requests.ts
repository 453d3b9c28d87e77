import type { Clock } from '../clock.ts'
import { scrubUrl } from '../errors/urls.ts'
import type { RecordBreadcrumb } from '../scope/scoped-telemetry.ts'

/** A request that is about to leave. */
export interface OutgoingRequest {
  category?: 'fetch' | 'xhr'
  method: string
  /** As the host wrote it: secrets included, and perhaps relative. */
  url: string
  /** Those of the host, and those that a watcher adds. */
  headers: Pick<Headers, 'get' | 'set'>
}

/**
 * Hears of a request before it leaves, and may add headers. What it returns hears of the end: the
 * status, or undefined when no answer came. It may throw: nothing of that reaches the request.
 */
export type RequestWatcher = (request: OutgoingRequest) => (status?: number) => void

/** A breadcrumb for each request, once its end is known. */
export const recordRequests =
  (record: RecordBreadcrumb, clock: Clock = Date.now): RequestWatcher =>
  ({ category, method, url }) => {
    const startedAtMs = clock()
    return (status) =>
      record({
        type: 'http',
        category,
        level: status && status < 500 ? 'info' : 'error',
        data: { method, url: scrubUrl(url), status_code: status, duration_ms: clock() - startedAtMs },
      })
  }
