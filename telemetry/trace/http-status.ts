import type { SpanStatus } from './span.ts'

// The same as getSpanStatusFromHttpCode in @sentry/core.
const statuses: Record<number, SpanStatus> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'already_exists',
  413: 'failed_precondition',
  429: 'resource_exhausted',
  499: 'cancelled',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline_exceeded',
}

/** Derives a request's status from its answer. Without an answer, it failed on the way. */
export function statusOfHttp(code = 0): SpanStatus {
  if (code >= 100 && code < 400) return 'ok'
  return statuses[code] ?? (code >= 400 && code < 500 ? 'invalid_argument' : 'internal_error')
}
