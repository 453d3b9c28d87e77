import { addStored } from '#server/store/projects/stored-counts.ts'
import { countLogHours } from '#server/store/records/log-hours.ts'
import { countSessions } from '#server/store/records/session-hours.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import { noteUses } from './artifact-uses.ts'
import type { Delta } from './delta.ts'
import { countEvents } from './event-counts.ts'
import { assignOwners } from './issues/assign-owners.ts'
import { noteNewIssues } from './issues/happenings.ts'
import { reopenIssues } from './issues/life-cycle.ts'
import { changeIssues } from './issues/rows.ts'
import { rememberWaiting } from './issues/waiting-stacks.ts'
import { countOutcomes } from './outcomes.ts'
import { createPerformanceAggregate } from './performance.ts'
import { countReleases } from './releases.ts'
import { rememberTexts } from './search-text.ts'
import { countTags } from './tags.ts'
import { countUsers, nameReleases } from './users.ts'

export interface Aggregates {
  /** Adds a delta to all that is counted. */
  fold(delta: Delta): Steps
  /** After the commit: what is at hand then is what is in the database. */
  settle(): void
}

/**
 * They run in this order: a release has its number by the events that make it known, before sessions do; and an issue opens
 * again by what is counted, and gets an owner when it is open.
 */
export function createAggregates(): Aggregates {
  const performance = createPerformanceAggregate()
  return {
    *fold({ occurrences, issues, usedArtifacts, samples, logs, sessions, outcomes, stored }) {
      yield* changeIssues(issues)
      yield* noteUses(usedArtifacts)
      yield* countEvents(occurrences)
      yield* countUsers(occurrences)
      yield* nameReleases(occurrences)
      yield* countReleases(occurrences)
      yield* countTags(occurrences)
      yield* rememberTexts(occurrences)
      yield* performance.aggregate(samples)
      yield* countLogHours(logs)
      yield* countSessions(sessions)
      yield* countOutcomes(outcomes)
      yield* addStored(stored)
      const reopened = yield* reopenIssues(occurrences)
      yield* assignOwners(occurrences, reopened)
      yield* noteNewIssues(occurrences)
      yield* rememberWaiting(occurrences)
    },
    settle: performance.settle,
  }
}
