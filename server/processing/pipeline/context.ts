import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import type { WorkBudget } from './work-budget.ts'

export interface ProcessingContext {
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** For an event that brings no id. */
  newEventId: () => string
  /** Of the project; the defaults, if they are not given. */
  settings?: ProjectSettings
  /** Of all that one body holds; a new one for each body, if it is not given. */
  work?: WorkBudget
}

/** `scrubber` is what the project's settings make of it. */
export interface ItemContext extends ProcessingContext {
  scrubber: Scrubber
}
