/**
 * Every value that a specification fixes for telemetry, and the bounds we chose ourselves. Used from
 * here only. "Sentry" stands for https://develop.sentry.dev/sdk/ and its JavaScript SDKs.
 *
 * A module's names instead of an object's: a bundler puts the numbers in their places and leaves out
 * what a page does not use, where an object would be carried whole.
 */
export * as limits from './limits.ts'

const KIB = 1024

/** Crumbs kept a scope, the oldest dropped first. Sentry: `maxBreadcrumbs`. */
export const breadcrumbs = 100
/** Sends under way at once; one more is dropped and counted. Sentry: `DEFAULT_TRANSPORT_BUFFER_SIZE`. */
export const sendBuffer = 64
/** Milliseconds of silence after a 429 that names no time. Sentry: `DEFAULT_RETRY_AFTER`. */
export const rateLimitPauseMs = 60_000
/** Bytes under way with `keepalive`. Browsers refuse more than 64 KiB: Fetch standard, section 4.5. */
export const keepaliveBytes = 60_000
/** Requests under way with `keepalive`. Sentry: `makeFetchTransport`. */
export const keepaliveRequests = 15
/** UTF-16 units of a `baggage` header: https://www.w3.org/TR/baggage/#limits */
export const baggageLength = 8_192
/** Milliseconds an idle span waits for another child. Sentry: `TRACING_DEFAULTS.idleTimeout`. */
export const idleTimeoutMs = 1_000
/** Milliseconds after which an idle span ends in any case. Sentry: `TRACING_DEFAULTS.finalTimeout`. */
export const finalTimeoutMs = 30_000
/** Milliseconds an open child holds an idle span open. Sentry: `TRACING_DEFAULTS.childSpanTimeout`. */
export const childTimeoutMs = 15_000
/** Spans below a root. Sentry: `MAX_SPAN_COUNT`. */
export const spans = 1_000
/** Milliseconds between client reports. Sentry: `DEFAULT_CLIENT_REPORT_FLUSH_INTERVAL_MS`. */
export const clientReportMs = 60_000
/** Milliseconds between counts of request sessions. Sentry: `sessionFlushingDelayMS`. */
export const sessionFlushMs = 60_000
/** Items kept while there is no connection. Sentry: `makeIndexedDbOfflineTransport`, `maxQueueSize`. */
export const offlineItems = 30
/** Milliseconds until what could not be sent is tried again, doubled each time, and their end. Sentry: `START_DELAY`, `MAX_DELAY`. */
export const retryMs = 5_000
export const retryMaxMs = 3_600_000
/** Frames a stack. Sentry Relay cuts at 200. */
export const frames = 200
/** Bytes an event, as JSON. Sentry Relay: `max_event_size`. */
export const eventBytes = KIB * KIB
/** Source lines shown before a frame's line, and as many after it. Sentry: `contextLines`. */
export const contextLines = 5

// Ours: no specification names them.

/** Milliseconds until a send is given up. */
export const sendTimeoutMs = 5_000
/** Milliseconds that looking for source lines may hold an event back. */
export const enrichTimeoutMs = 2_000
/** Random bytes that a server fetches at once, for the ids of some hundred spans. */
export const randomPoolBytes = 4 * KIB
/** Milliseconds that a precise clock may be away from the wall clock. */
export const clockDriftMs = 100
/** Exceptions an event: causes and members of aggregates together. */
export const exceptions = 20
/** Spans of what a page load or navigation fetched: scripts, styles, images. */
export const resourceSpans = 50
/** The longest interactions of a page, from which INP is chosen. As `web-vitals`. */
export const interactions = 10
/** Milliseconds from which an event is told of; browsers begin at 104. As `web-vitals`. */
export const interactionMs = 40
/** UTF-16 units of one text: a message, a value in a context. */
export const textLength = 8_192
/** UTF-16 units of a line of source or of a stack; minified files have lines of megabytes. */
export const lineLength = 1_024
/** UTF-16 units of a stack that are read: far more than the frames that are kept. */
export const stackLength = 1_000_000
/** Levels, entries an object or list, and values in all of what a user attaches to an event. */
export const dataDepth = 12
export const dataEntries = 500
export const dataValues = 100_000
/** Bytes of the largest source file that is read for source lines. */
export const sourceFileBytes = 2 * KIB * KIB
/** UTF-16 units of what a click's breadcrumb says of an element: its name, and each part of its selector. */
export const clickLength = 80
/** Milliseconds until code is asked for that no page waits for: the page is painted by then. */
export const lateMs = 1_000
/** Source files, and bytes of them, kept in memory. */
export const sourceCacheFiles = 64
export const sourceCacheBytes = 8 * KIB * KIB
/** UTF-16 units of all that is kept while there is no connection; an origin has some five million. */
export const offlineLength = 500_000
/** Items the memory adapter keeps. */
export const memoryItems = 1_000
