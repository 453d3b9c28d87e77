import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { put, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'

/** What became of each item. */
export function* countOutcomes(outcomes: readonly OutcomeCount[]): Steps {
  yield* put(
    COUNTED.outcome,
    outcomes.map(({ projectId, keyId, hour, category, outcome, reason, quantity }) => ({
      project_id: projectId,
      key_id: keyId,
      hour,
      category,
      outcome,
      reason,
      quantity,
    })),
  )
}
