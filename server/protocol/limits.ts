const KIB = 1024
const MIB = 1024 * KIB

/**
 * What the door takes, and what one event may hold. The event's and containers' bounds are Relay's
 * (https://develop.sentry.dev/sdk/expected-features/); envelopes are bounded lower than there, since
 * nothing that we store yet needs more and memory must stay flat on a small machine.
 */
export const limits = {
  /** A request's body as it is sent, compressed or not. */
  bodyBytes: 40 * MIB,
  /** An envelope after decompression. */
  envelopeBytes: 40 * MIB,
  /** What comes out of a body, over what was sent; texts that repeat themselves reach a hundred. */
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
  /** Of logs, and of metrics. */
  containerBytes: 12 * MIB,
  sessionBytes: 100 * KIB,
  checkInBytes: 100 * KIB,
  feedbackBytes: 1 * MIB,
  /** One, and all of one event. */
  attachmentBytes: 32 * MIB,
  attachmentBytesPerEvent: 100 * MIB,
  attachmentsPerEvent: 30,
  /** Larger texts are stored as they were sent: reading them for secrets would keep the writer from others. */
  scrubbedAttachmentBytes: 1 * MIB,
  /** Of one request: browsers send a few at a time. */
  securityReportBytes: 1 * MIB,
  /** An export of spans or of log records. */
  otlpBytes: 12 * MIB,
  /** Messages inside of one in protobuf, where two bytes may be one. */
  otlpMessages: 300_000,
  /** Lists and maps inside of an attribute. */
  otlpValueDepth: 16,
  /** All attributes of a resource, roughly: they are written on each of its spans. */
  otlpResourceChars: 4_096,
  /** Events that are made of one body: of exceptions in OTLP, of browsers' reports. */
  eventsPerBody: 100,
  jsonDepth: 64,
  /** Of one body: its bytes that are read for secrets and the like, and eight for each member of an object or list. */
  workStepsPerEnvelope: 40_000_000,

  /** Envelopes that wait for the writer. Beyond, and beyond the bytes: 503. */
  queuedEnvelopes: 8_192,
  queuedBytes: 64 * MIB,
  /** All bodies that are being read, together. */
  bytesBeingRead: 128 * MIB,
  /** Those among them whose senders are not known yet: of all, and of one address. */
  unknownBytesBeingRead: 8 * MIB,
  unknownBytesPerAddress: 2 * MIB,
  /** What a body has to bring in each such time until it is here. */
  bodyBytesPerWindow: 10 * KIB,
  bodyWindowMs: 10_000,
  /** Free space that is left for the database to tidy itself up, and for people to notice. */
  freeDiskBytes: 100 * MIB,
  /** The main thread's heap and buffers; the writer's thread has a bound of its own (store/writer-thread.ts). */
  memoryBytes: 768 * MIB,
  /** Free space, below which a project may bring one of so many parts of what is left in an hour. */
  scarceDiskBytes: 1024 * MIB,
  diskShareParts: 8,
  /** All that the key on the desk's own pages brings, which everybody sees. */
  pagesBytesPerMinute: 4 * MIB,
  pagesBytesPerDay: 64 * MIB,
  /** What a client is told to wait for after a 503. */
  overloadPauseSeconds: 10,
  /** A project's or key's change, also one by another process, counts at the latest after this. */
  keyCacheMs: 1_000,
  cachedKeys: 10_000,
  /** All tunnelled envelopes that wait for another desk's answer, together. */
  bytesBeingForwarded: 48 * MIB,
  /** A tunnelled envelope for somebody else's desk. */
  forwardTimeoutMs: 30_000,

  exceptions: 50,
  framesPerStack: 200,
  breadcrumbs: 100,
  tags: 200,
  fingerprintParts: 50,
  contextLines: 10,
  variablesPerFrame: 20,
  digestsPerEvent: 10,
  /** Spans below one transaction, and of one container: what SDKs keep at most. */
  spansPerItem: 1_000,
  /** SDKs send one item of them at a time; more keep the writer from others for seconds. */
  spansPerEnvelope: 10_000,
  measurementsPerSpan: 50,
  /** Logs, or metrics, of one container. */
  recordsPerItem: 1_000,
  recordsPerEnvelope: 10_000,
  sessionAggregates: 100,
  monitorsPerProject: 1_000,
  /** Members of one object or list inside extra, contexts, request data and the like. */
  treeMembers: 500,

  messageChars: 8_192,
  logBodyChars: 8_192,
  /** What lists show and search of a log's body; the whole lies beside its attributes. */
  logStartChars: 256,
  feedbackChars: 4_096,
  exceptionTypeChars: 256,
  treeStringChars: 8_192,
  nameChars: 256,
  urlChars: 4_096,
  tagKeyChars: 200,
  tagValueChars: 1_000,
  codeLineChars: 512,
  variableChars: 1_024,
  digestChars: 64,
  /** `value` in the rows that lists read; the payload has the whole. */
  titleChars: 1_000,
  /** A statement, or an address. */
  spanNameChars: 1_000,
  /** All attributes of one span, roughly. */
  spanDataChars: 32_768,
} as const
