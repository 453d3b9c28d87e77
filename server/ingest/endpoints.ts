import type { FastifyRequest } from 'fastify'
import type { BodyFormat, SubmissionHints } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { minidumpAnswers } from './minidump-answer.ts'
import { otlpAnswers } from './otlp-answer.ts'

/** The endpoints below `/api/<project>/`; each path also exists with a slash at its end. */
export interface Endpoint {
  format: BodyFormat
  paths: readonly string[]
  methods: readonly ('GET' | 'POST')[]
  /** The name in sentences. */
  what: string
  /** The limit applies after decompression. */
  longestBytes: number
  /** The answers of this endpoint, if they are not in Sentry's form. */
  answers?: AnswerWriter
  /** Undefined for an envelope, which contains all of it. */
  hints?: (request: IngestRequest) => SubmissionHints
}

export interface IngestRoute {
  Params: { project: string; slug?: string; key?: string }
  Querystring: Record<string, unknown>
}

export type IngestRequest = FastifyRequest<IngestRoute>

const POST = ['POST'] as const
const { envelopeBytes, eventBytes, checkInBytes, securityReportBytes, otlpBytes } = limits

/** https://develop.sentry.dev/sdk/data-model/envelopes/#ingestion, and the other endpoints of Relay. */
export const endpoints: readonly Endpoint[] = [
  { format: 'envelope', paths: ['envelope'], methods: POST, what: 'envelope', longestBytes: envelopeBytes },
  // Base64 adds a third.
  { format: 'store', paths: ['store'], methods: POST, what: 'event', longestBytes: eventBytes * 2 },
  {
    format: 'security',
    paths: ['security', 'csp-report'],
    methods: POST,
    what: 'report',
    longestBytes: securityReportBytes,
    hints: ({ query, headers }) => ({
      query: textsOf(query, ['sentry_release', 'sentry_environment']),
      ...(headers['user-agent'] === undefined ? {} : { userAgent: headers['user-agent'] }),
    }),
  },
  { format: 'nel', paths: ['nel'], methods: POST, what: 'report', longestBytes: securityReportBytes },
  {
    format: 'minidump',
    paths: ['minidump'],
    methods: POST,
    what: 'minidump',
    longestBytes: envelopeBytes,
    answers: minidumpAnswers,
  },
  {
    format: 'check_in',
    paths: ['cron/:slug', 'cron/:slug/:key'],
    methods: ['GET', 'POST'],
    what: 'check-in',
    longestBytes: checkInBytes,
    hints: ({ params, query }) => ({
      slug: params.slug ?? '',
      query: textsOf(query, ['check_in_id', 'status', 'duration', 'environment', 'release']),
    }),
  },
  {
    format: 'otlp_traces',
    paths: ['otlp/v1/traces', 'integration/otlp/v1/traces'],
    methods: POST,
    what: 'spans',
    longestBytes: otlpBytes,
    answers: otlpAnswers('traces'),
  },
  {
    format: 'otlp_logs',
    paths: ['otlp/v1/logs', 'integration/otlp/v1/logs'],
    methods: POST,
    what: 'logs',
    longestBytes: otlpBytes,
    answers: otlpAnswers('logs'),
  },
  {
    format: 'otlp_metrics',
    paths: ['otlp/v1/metrics', 'integration/otlp/v1/metrics'],
    methods: POST,
    what: 'metrics',
    longestBytes: otlpBytes,
    answers: otlpAnswers('metrics'),
  },
]

/** Returns neither value of a parameter that is given twice. */
function textsOf(query: Record<string, unknown>, names: string[]): Record<string, string> {
  const texts = names.map((name) => [name, query[name]])
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'))
}
