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

/**
 * Oldest first, and at most `capacity`: the oldest are dropped. The list is new, so that forks of a scope
 * can share the old one.
 */
export function appendBreadcrumb(
  crumbs: readonly Breadcrumb[],
  crumb: Breadcrumb,
  capacity: number = limits.breadcrumbs,
): readonly Breadcrumb[] {
  return [...crumbs, crumb].slice(-capacity)
}
