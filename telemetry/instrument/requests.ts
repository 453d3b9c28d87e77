import { attempt } from '../attempt.ts'
import type { Clock } from '../clock.ts'
import type { RecordBreadcrumb } from '../telemetry.ts'
import { scrubUrl } from '../urls.ts'

/** A request that is about to leave. */
export interface OutgoingRequest {
  method: string
  /** As the host wrote it: secrets included, and perhaps relative. */
  url: string
  /** Those of the host, and those that a watcher adds. */
  headers: Pick<Headers, 'get' | 'set'>
}

/**
 * Hears of a request before it leaves, and may add headers. What it returns hears of the end: the
 * status, or undefined when no answer came.
 */
export type RequestWatcher = (request: OutgoingRequest) => ((status?: number) => void) | undefined

export interface RequestObservation {
  record: RecordBreadcrumb
  watch?: RequestWatcher | undefined
  clock?: Clock | undefined
}

/** Tells the watcher of a request, and leaves a breadcrumb once its end is known. Never throws. */
export function beginRequest(
  category: 'fetch' | 'xhr',
  method: string,
  url: string,
  headers: OutgoingRequest['headers'],
  { record, watch, clock = Date.now }: RequestObservation,
): (status?: number) => void {
  const startedAtMs = clock()
  const end = attempt(() => watch?.({ method, url, headers }))
  return (status) => {
    attempt(() => end?.(status))
    record({
      type: 'http',
      category,
      level: status && status < 500 ? 'info' : 'error',
      data: { method, url: scrubUrl(url), status_code: status, duration_ms: clock() - startedAtMs },
    })
  }
}
