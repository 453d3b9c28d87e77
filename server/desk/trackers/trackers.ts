import type { TrackersContext } from './context.ts'
import type { DeskTrackers } from './desk-trackers.ts'
import { createTrackerIssues } from './issues.ts'
import { createTrackerSettings } from './settings.ts'

export function createDeskTrackers(context: TrackersContext): DeskTrackers {
  return { ...createTrackerSettings(context), ...createTrackerIssues(context) }
}
