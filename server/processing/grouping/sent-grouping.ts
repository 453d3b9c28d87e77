import type { Build } from '#server/processing/source-maps/builds.ts'
import type { Grouping } from './grouping.ts'

/** How an event was grouped before its source maps came. */
export interface SentGrouping extends Grouping {
  /** The builds whose maps have changed it. */
  builds: Build[]
}
