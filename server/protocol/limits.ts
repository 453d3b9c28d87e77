const KIB = 1024
const MIB = 1024 * KIB

/**
 * Limits of ingest, and of one event. The event's and containers' bounds are Relay's
 * (https://develop.sentry.dev/sdk/expected-features/); envelopes are bounded lower than there, since no stored data
 * needs more yet and memory must stay flat on a small machine.
 */
export const limits = {
  /** A request's body as sent, compressed or not. */
  bodyBytes: 40 * MIB,
  /** An envelope after decompression. */
  envelopeBytes: 40 * MIB,
  /** The ratio of a body's decompressed size to its sent size; repetitive texts reach a hundred. */
  unpackRatio: 250,
  /** The envelope's and each item's header line. */
  headerLineBytes: 8 * KIB,
  /** A tunnelled envelope's first line: https://docs.sentry.io/platforms/javascript/troubleshooting/#using-the-tunnel-option */
  tunnelHeaderLineBytes: 64 * KIB,
  itemsPerEnvelope: 1_000,
  /** An event, and a transaction with its spans. */
  eventBytes: 1 * MIB,
  spanContainerBytes: 12 * MIB,
  clientReportBytes: 100 * KIB,
  /** A container of logs, or of metrics. */
  containerBytes: 12 * MIB,
  sessionBytes: 100 * KIB,
  checkInBytes: 100 * KIB,
  feedbackBytes: 1 * MIB,
  /** One attachment, and all of one event. */
  attachmentBytes: 32 * MIB,
  attachmentBytesPerEvent: 100 * MIB,
  attachmentsPerEvent: 30,
  /** Larger texts are stored as they were sent: searching them for secrets would keep the writer from other work. */
  scrubbedAttachmentBytes: 1 * MIB,
  /** The reports of one request: browsers send a few at a time. */
  securityReportBytes: 1 * MIB,
  /** An export of spans or of log records. */
  otlpBytes: 12 * MIB,
  /** Messages inside one in protobuf, where a message may have only two bytes. */
  otlpMessages: 300_000,
  /** The nesting of lists and maps inside an attribute. */
  otlpValueDepth: 16,
  /** An estimate of all attributes of a resource: they are written on each of its spans. */
  otlpResourceChars: 4_096,
  /** Buckets of a histogram, or quantiles of a summary, that are kept. */
  otlpBuckets: 64,
  /** Exemplars of a metric's point that are kept: those that have a trace. */
  otlpExemplars: 8,
  /** Events that one body becomes: from exceptions in OTLP, from browsers' reports. */
  eventsPerBody: 100,
  jsonDepth: 64,
  /**
   * The work for one body: its bytes that are searched for secrets and the like, and eight for each member of an object
   * or list.
   */
  workStepsPerEnvelope: 40_000_000,

  /** Envelopes that wait for the writer. Above this, or above the bytes: 503. */
  queuedEnvelopes: 8_192,
  queuedBytes: 64 * MIB,
  /** All bodies that are being read, together. */
  bytesBeingRead: 128 * MIB,
  /** Bodies among them whose senders are not known yet: of all, and of one address. */
  unknownBytesBeingRead: 8 * MIB,
  unknownBytesPerAddress: 2 * MIB,
  /** The least that a body must send in each such time. */
  bodyBytesPerWindow: 10 * KIB,
  bodyWindowMs: 10_000,
  /** Free space that is reserved for the database to clean up, and for operators to react. */
  freeDiskBytes: 100 * MIB,
  /** The main thread's heap and buffers; the writer's thread has a bound of its own (store/writer-thread.ts). */
  memoryBytes: 768 * MIB,
  /** The free space below which a project may send one of so many parts of the rest in an hour. */
  scarceDiskBytes: 1024 * MIB,
  diskShareParts: 8,
  /** The limits of the key on the desk's own pages, which is public. */
  pagesBytesPerMinute: 4 * MIB,
  pagesBytesPerDay: 64 * MIB,
  /** The pause after a 503 that a client is told. */
  overloadPauseSeconds: 10,
  /** On PostgreSQL: how long something may be stored before it is counted. Beyond it no more is taken. */
  foldLagMs: 10_000,
  /** A change of a project or key, also by another process, takes effect within this time. */
  keyCacheMs: 1_000,
  cachedKeys: 10_000,
  /** All tunnelled envelopes that wait for another server's answer, together. */
  bytesBeingForwarded: 48 * MIB,
  /** A tunnelled envelope for another server. */
  forwardTimeoutMs: 30_000,

  exceptions: 50,
  framesPerStack: 200,
  /** The scripts of an event that have a debug id. */
  debugImages: 200,
  /** The libraries of a native process that frames are in. */
  images: 100,
  /** The packages that were installed. */
  modules: 500,
  /** The packages of an SDK, and its integrations. */
  sdkParts: 100,
  breadcrumbs: 100,
  tags: 200,
  fingerprintParts: 50,
  contextLines: 10,
  variablesPerFrame: 20,
  digestsPerEvent: 10,
  /** Spans below one transaction, and of one container: the most that SDKs keep. */
  spansPerItem: 1_000,
  /** SDKs send one item of them at a time; more would keep the writer from other work for seconds. */
  spansPerEnvelope: 10_000,
  measurementsPerSpan: 50,
  /** The items of one container of logs, or of metrics. */
  recordsPerItem: 1_000,
  recordsPerEnvelope: 10_000,
  sessionAggregates: 100,
  monitorsPerProject: 1_000,
  /** Members of one object or list inside extra, contexts, request data and the like. */
  treeMembers: 500,

  messageChars: 8_192,
  logBodyChars: 8_192,
  /** The part of a log's body that lists show and search; the whole is stored beside its attributes. */
  logStartChars: 256,
  feedbackChars: 4_096,
  exceptionTypeChars: 256,
  treeStringChars: 8_192,
  nameChars: 256,
  urlChars: 4_096,
  moduleChars: 128,
  tagKeyChars: 200,
  tagValueChars: 1_000,
  codeLineChars: 512,
  variableChars: 1_024,
  digestChars: 64,
  /** `value` in the rows that lists read; the payload has the whole. */
  titleChars: 1_000,
  /** A statement, or an address. */
  spanNameChars: 1_000,
  /** An estimate of all attributes of one span. */
  spanDataChars: 32_768,
} as const

/** What the maps of one project, and of all of them, may take on the disk: the settings SOURCE_MAPS_… in config/. */
export interface SourceMapSpace {
  projectBytes: number
  totalBytes: number
}

export const DEFAULT_SOURCE_MAP_SPACE: SourceMapSpace = {
  projectBytes: 2 * 2 ** 30,
  totalBytes: 10 * 2 ** 30,
}
