import { limits } from '../limits.ts'
import type { Level } from './level.ts'

/** https://develop.sentry.dev/sdk/data-model/event-payloads/breadcrumbs/ */
export interface Breadcrumb {
  /** Seconds since the epoch. */
  timestamp: number
  type?: string | undefined
  category?: string | undefined
  level?: Level | undefined
  message?: string | undefined
  data?: Record<string, unknown> | undefined
}

/** Oldest first, and at most `capacity`: the oldest go. A new list, so that forks of a scope may share one. */
export function appendBreadcrumb(
  crumbs: readonly Breadcrumb[],
  crumb: Breadcrumb,
  capacity: number = limits.breadcrumbs,
): readonly Breadcrumb[] {
  return [...crumbs, crumb].slice(-capacity)
}
