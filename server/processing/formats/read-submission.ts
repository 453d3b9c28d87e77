import { type Envelope, parseEnvelope } from '../../ingest/envelope.ts'
import type { Submission } from '../../ingest/formats.ts'
import type { ProcessingContext } from '../process.ts'

/**
 * Any body as envelopes: one, and one more for each further event, since an envelope holds one at most. Throws
 * `MalformedEnvelope`.
 */
export function readSubmission(
  { format = 'envelope', body }: Submission,
  _context: ProcessingContext,
): [Envelope, ...Envelope[]] {
  switch (format) {
    case 'envelope':
      return [parseEnvelope(body)]
    default:
      return [{ headers: {}, items: [{ headers: { type: format }, payload: body }] }]
  }
}
