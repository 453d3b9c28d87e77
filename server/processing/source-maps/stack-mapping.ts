import type { NormalizedEvent } from '#server/processing/event.ts'
import type { Build } from './builds.ts'

/** What source maps make of an event's stacks while it is processed. */
export interface StackMapping {
  /** The event as it was sent. Its stacks are those of the first event that had equal ones. */
  sent: NormalizedEvent
  /** The event with the sources in its frames; undefined where no frame has one. It is never stored. */
  mapped: NormalizedEvent | undefined
  /** The builds whose maps were used. */
  builds: Build[]
  /** The builds whose maps may come later. */
  waitingFor: Build[]
  /** The uploads that were used, unless their last use was noted a short time ago. */
  usedArtifacts: number[]
}

/** Maps the stacks of an event that was scrubbed. */
export type MapStacks = (event: NormalizedEvent) => StackMapping
