import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { parseReports } from '#server/processing/pipeline/parse-payload.ts'
import { type Envelope, parseEnvelope } from '#server/protocol/envelope.ts'
import type { Submission } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseCheckIn } from './check-in.ts'
import { jsonItem } from './json-item.ts'
import { addDumpFacts } from './minidump/add-dump-facts.ts'
import { parseMinidump } from './minidump/parse-minidump.ts'
import { parseOtlpLogs, parseOtlpMetrics, parseOtlpTraces } from './otlp/parse-otlp.ts'
import { parseSecurityReports } from './security.ts'
import { parseStoreBody } from './store.ts'

/**
 * Any body as envelopes: one, and one more for each further event, since an envelope holds one at most. Throws
 * `MalformedEnvelope` and `RefusedItem`.
 */
export function parseSubmission(
  submission: Submission,
  context: ProcessingContext,
): [Envelope, ...Envelope[]] {
  const { format = 'envelope', body } = submission
  switch (format) {
    case 'envelope':
      return [addDumpFacts(parseEnvelope(body))]
    case 'store':
      return [parseStoreBody(body)]
    case 'security':
      return parseSecurityReports(submission)
    case 'nel': {
      const reports = parseReports('report', body, limits.securityReportBytes)
      return [{ headers: {}, items: [jsonItem('nel', {}, reports.length)] }]
    }
    case 'check_in':
      return [parseCheckIn(submission)]
    case 'minidump':
      return [parseMinidump(submission)]
    case 'otlp_traces':
      return parseOtlpTraces(submission)
    case 'otlp_logs':
      return parseOtlpLogs(submission, context)
    case 'otlp_metrics':
      return parseOtlpMetrics(submission)
  }
}
