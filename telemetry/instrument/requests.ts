import type { Clock } from '../clock.ts'
import { scrubUrl } from '../errors/urls.ts'
import type { RecordBreadcrumb } from '../scope/scoped-telemetry.ts'

/** A request before it is sent. */
export interface OutgoingRequest {
  category?: 'fetch' | 'xhr'
  method: string
  /** The address as the host wrote it: with secrets, and perhaps relative. */
  url: string
  /** The host's headers, and those that a watcher adds. */
  headers: Pick<Headers, 'get' | 'set'>
}

/**
 * Called before a request is sent, and may add headers. The function that it returns is called at the end
 * with the status, or with undefined if no answer came. If either throws, the request does not notice.
 */
export type RequestWatcher = (request: OutgoingRequest) => (status?: number) => void

/** Records a breadcrumb for each request when it has ended. */
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
