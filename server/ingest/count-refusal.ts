import { MalformedEnvelope } from '#server/protocol/envelope.ts'
import { type BodyFormat, ITEM_TYPE_OF } from '#server/protocol/formats.ts'
import { categoryOf, type OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'
import { RefusedBody } from './body/encoding.ts'

const REASON_BY_STATUS = {
  400: 'unreadable_body',
  408: 'too_slow',
  413: 'too_large',
  415: 'unsupported_encoding',
  503: 'bodies_full',
} as const

const REASONS: ReadonlyMap<number, string> = new Map(
  Object.entries(REASON_BY_STATUS).map(([status, reason]) => [Number(status), reason]),
)

/** Returns why a body was refused, for the counts; undefined for a fault of ours. */
export function reasonOfRefusal(error: unknown): string | undefined {
  if (error instanceof MalformedEnvelope) return 'malformed_envelope'
  return error instanceof RefusedBody ? REASONS.get(error.status) : undefined
}

/** Counts a refused body of a known sender as one item, since its content is unknown. */
export function countRefusal(
  { projectId, keyId }: Pick<ProjectKey, 'projectId' | 'keyId'>,
  { reason, format, receivedAt }: { reason: string; format: BodyFormat; receivedAt: number },
): OutcomeCount {
  return {
    projectId,
    keyId,
    hour: Math.floor(receivedAt / HOUR_MS),
    category: categoryOf(ITEM_TYPE_OF[format]),
    outcome: reason === REASON_BY_STATUS[503] ? 'rate_limited' : 'invalid',
    reason,
    quantity: 1,
  }
}
