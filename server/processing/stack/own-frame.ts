import type { NormalizedFrame } from '#server/processing/event.ts'

/**
 * Says whether a frame is the application's own. `in_app` alone is what version 1 of the grouping compares: it does not know
 * all libraries of operating systems, and issues are still found by its keys.
 */
export function isOwnFrame({ in_app, is_system }: Pick<NormalizedFrame, 'in_app' | 'is_system'>): boolean {
  return in_app && is_system !== true
}
