import type { ClockDriftMs } from '#server/processing/clock-drift.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import type { MapStacks } from '#server/processing/source-maps/stack-mapping.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import type { WorkBudget } from './work-budget.ts'

export interface ProcessingContext {
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** What corrects the times of the envelope's device; zero if absent. */
  driftMs?: ClockDriftMs
  /** Warnings about files that came with the event, stored beside those of the event itself. */
  warnings?: readonly string[]
  /** Creates the id of an event that has none. */
  newEventId: () => string
  /** Settings of the project; defaults if absent. */
  settings?: ProjectSettings
  /** Finds what source maps say of an event's stacks; absent where nothing was uploaded. */
  mapStacks?: MapStacks
  /** The budget of one body; a new one for each body if absent. */
  work?: WorkBudget
}

export interface ItemContext extends ProcessingContext {
  /** Made of the project's settings. */
  scrubber: Scrubber
}
