import { limits } from '#server/protocol/limits.ts'
import { RefusedItem } from './refused-item.ts'

/**
 * How much may still be done for one body. All patterns and walks are linear, so that steps are counted before an item is
 * normalized and scrubbed: a step for each byte, and a few for each member. Steps and not time: the same body is always
 * answered in the same way, however busy the machine is.
 */
export interface WorkBudget {
  /** Throws `RefusedItem` for an item that needs more than is left; smaller ones after it may still fit. */
  spend(name: string, steps: number): void
}

export function createWorkBudget(mostSteps: number = limits.workStepsPerEnvelope): WorkBudget {
  let left = mostSteps
  return {
    spend(name, steps) {
      if (steps > left) {
        const message = 'the whole request would take too long to process'
        throw new RefusedItem(413, 'too_much_work', `Cannot read ${name}: ${message}`)
      }
      left -= steps
    },
  }
}
