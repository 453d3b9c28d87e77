/**
 * Every value that the specification fixes for navigating, and the bounds we chose ourselves. Used from here
 * only. A module's names instead of an object's, as in telemetry/limits.ts.
 */
export * as limits from './limits.ts'

/** Milliseconds in which prefetched page data is used without a request. Specification: prefetch freshness, 30 s. */
export const freshMs = 30_000
/** Milliseconds in which it is shown at once and revalidated; older is loaded anew. Specification: stale window, 5 min. */
export const staleMs = 300_000
/** Prefetches under way at once. Specification: concurrent prefetch tasks, 5. */
export const prefetchTasks = 5
/** Milliseconds after which a navigation that is not ready becomes a full page load. Specification: route load timeout, 3800 ms. */
export const routeLoadTimeoutMs = 3_800

// Ours: no specification names them.

/** Milliseconds before a navigation or a form is shown to be pending: shorter waits are not felt as such. */
export const pendingDelayMs = 150
/** Milliseconds until new links are watched: what has come is painted by then, which is what was waited for. */
export const observeDelayMs = 100
/** Pages whose data is kept, and bytes of all of it; the least recently used goes first. */
export const routeEntries = 100
export const routeBytes = 8 * 1024 * 1024
