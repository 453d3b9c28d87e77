import type { CountedOutcome } from '#server/protocol/outcome.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'

/** The reason that items of types which are not stored are counted by. */
export const UNSUPPORTED = 'unsupported'

const PAUSE_SECONDS = 3_600

/**
 * What SDKs call what is not stored. Some have one category for both kinds of profiles, and others one for each:
 * https://develop.sentry.dev/sdk/expected-features/rate-limiting/
 */
const NAMES_OF = new Map<string, string[]>([
  ['replay', ['replay']],
  ['profile', ['profile', 'profile_chunk', 'profile_chunk_ui']],
])

/** Tells a sender to keep what is not stored, of which it sent something, so that it records and uploads no more. */
export function limitsOfUnstored(outcomes: readonly CountedOutcome[]): RateLimit[] {
  const categories = new Set(
    outcomes
      .filter(({ reason }) => reason === UNSUPPORTED)
      .flatMap(({ category }) => NAMES_OF.get(category) ?? []),
  )
  if (categories.size === 0) return []
  return [
    { pauseSeconds: PAUSE_SECONDS, categories: [...categories], scope: 'organization', reason: UNSUPPORTED },
  ]
}
