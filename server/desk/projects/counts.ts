import type { Period } from '#server/models/period.ts'
import { countDistinct } from '#server/processing/sketches/distinct-count.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  countProjectEvents,
  listSessionCounts,
  type SessionCount,
} from '#server/store/projects/project-counts.ts'
import { countProjectUsers, listUserDays, type ProjectUsers } from '#server/store/projects/project-users.ts'

/** What is counted of whole projects. */
export interface ProjectCounts {
  /** Counts the distinct users whom each project's events affected on the days (UTC) that the period touches. */
  countUsers(projectIds: readonly number[], period: Period): Promise<ProjectUsers[]>
  /** Counts them for each day since the epoch; days without affected users are left out. */
  countUsersByDay(projectId: number, period: Period): Promise<{ day: number; userCount: number }[]>
  /** Counts stored events by hours or days since the epoch that begin in the period; those without any are left out. */
  countEvents(
    projectId: number,
    unit: 'hour' | 'day',
    period: Period,
  ): Promise<{ time: number; count: number }[]>
  /** Lists counts of sessions by the hour in which they started. */
  listSessionCounts(projectIds: readonly number[], period: Period): Promise<SessionCount[]>
}

export function createProjectCounts({ db }: Store): ProjectCounts {
  return {
    countUsers: (projectIds, period) => countProjectUsers(db, projectIds, period),
    async countUsersByDay(projectId, period) {
      const days = await listUserDays(db, [projectId], period)
      return days.map(({ day, sketch }) => ({ day, userCount: countDistinct(sketch) }))
    },
    countEvents: (projectId, unit, period) => countProjectEvents(db, projectId, unit, period),
    listSessionCounts: (projectIds, period) => listSessionCounts(db, projectIds, period),
  }
}
