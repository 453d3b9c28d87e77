/**
 * All values that a specification fixes for telemetry, and our own limits. "Sentry" stands for
 * https://develop.sentry.dev/sdk/ and its JavaScript SDKs. They are names of a module and not of an
 * object, because a bundler then inlines the numbers and leaves out unused ones, where it would keep an
 * object as a whole.
 */
export * as limits from './limits.ts'

const KIB = 1024

/** Breadcrumbs in a scope; the oldest is dropped first. Sentry: `maxBreadcrumbs`. */
export const breadcrumbs = 100
/** Concurrent requests; a further one is dropped and counted. Sentry: `DEFAULT_TRANSPORT_BUFFER_SIZE`. */
export const sendBuffer = 64
/** Milliseconds to pause after a 429 without a time. Sentry: `DEFAULT_RETRY_AFTER`. */
export const rateLimitPauseMs = 60_000
/**
 * Bytes of concurrent requests with `keepalive`. Browsers refuse more than 64 KiB: Fetch standard, section
 * 4.5.
 */
export const keepaliveBytes = 60_000
/** Concurrent requests with `keepalive`. Sentry: `makeFetchTransport`. */
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
/**
 * Items that are kept while there is no connection. Sentry: `makeIndexedDbOfflineTransport`,
 * `maxQueueSize`.
 */
export const offlineItems = 30
/**
 * Milliseconds until the first retry, which double each time, and their maximum. Sentry: `START_DELAY`,
 * `MAX_DELAY`.
 */
export const retryMs = 5_000
export const retryMaxMs = 3_600_000
/** Frames in a stack. Sentry Relay cuts at 200. */
export const frames = 200
/** Bytes of an event as JSON. Sentry Relay: `max_event_size`. */
export const eventBytes = KIB * KIB
/** Source lines before a frame's line, and as many after it. Sentry: `contextLines`. */
export const contextLines = 5

// The limits below are ours, since no specification names them.

/** Milliseconds until a request is given up. */
export const sendTimeoutMs = 5_000
/** Milliseconds that the search for source lines may delay an event. */
export const enrichTimeoutMs = 2_000
/** Random bytes that a server reads at once, enough for the ids of some hundred spans. */
export const randomPoolBytes = 4 * KIB
/** Milliseconds by which a precise clock may differ from the wall clock. */
export const clockDriftMs = 100
/** Exceptions in an event, causes and members of aggregates included. */
export const exceptions = 20
/** Spans for the resources of a page load or navigation: scripts, styles, images. */
export const resourceSpans = 50
/** The longest interactions of a page, from which INP is chosen, as in `web-vitals`. */
export const interactions = 10
/** Milliseconds from which an interaction is reported, as in `web-vitals`. The default of browsers is 104. */
export const interactionMs = 40
/** UTF-16 units of one text, such as a message or a value in a context. */
export const textLength = 8_192
/** UTF-16 units of a line of source or of a stack; minified files have lines of megabytes. */
export const lineLength = 1_024
/** UTF-16 units of a stack that are parsed: far more than the frames that are kept. */
export const stackLength = 1_000_000
/** Levels, entries of an object or list, and values in total of the data that a user attaches to an event. */
export const dataDepth = 12
export const dataEntries = 500
export const dataValues = 100_000
/** Bytes of the largest source file that is read for source lines. */
export const sourceFileBytes = 2 * KIB * KIB
/** UTF-16 units of an element's name in a breadcrumb, and of each part of its selector. */
export const clickLength = 80
/** Milliseconds until code is loaded that no page waits for. The page is painted by then. */
export const lateMs = 1_000
/** Source files in the cache, and their bytes. */
export const sourceCacheFiles = 64
export const sourceCacheBytes = 8 * KIB * KIB
/** UTF-16 units of everything that is kept while there is no connection. An origin has about five million. */
export const offlineLength = 500_000
/** Items in the memory adapter. */
export const memoryItems = 1_000
