/**
 * All values that the specification fixes for navigation, and our own limits. They are names of a module
 * and not of an object, as in telemetry/limits.ts.
 */
export * as limits from './limits.ts'

/** Milliseconds in which prefetched page data is used without a request. Specification: prefetch freshness, 30 s. */
export const freshMs = 30_000
/**
 * Milliseconds in which older prefetched data is shown at once and revalidated. Anything older is loaded
 * again. Specification: stale window, 5 min.
 */
export const staleMs = 300_000
/** The number of concurrent prefetches. Specification: concurrent prefetch tasks, 5. */
export const prefetchTasks = 5
/** Milliseconds after which a navigation that is not ready becomes a full page load. Specification: route load timeout, 3800 ms. */
export const routeLoadTimeoutMs = 3_800

// The limits below are ours, since no specification names them.

/** The number of redirects in one navigation. After that the browser loads the document, and says what is wrong. */
export const redirects = 10

/** Milliseconds before a navigation or a form is shown as pending. Shorter waits are not noticed. */
export const pendingDelayMs = 150
/** Milliseconds from a page's frame until its address changes. Other processes draw the frame meanwhile. */
export const addressDelayMs = 20
/** Milliseconds that a prefetch and a scroll position wait at most for a pause between input and frames. */
export const idleMs = 100
/** Milliseconds until new links are observed. The new page is painted by then, which matters more. */
export const observeDelayMs = 100
/**
 * The number of cached pages, and the bytes of all of them. The least recently used page is dropped first.
 */
export const routeEntries = 100
export const routeBytes = 8 * 1024 * 1024
