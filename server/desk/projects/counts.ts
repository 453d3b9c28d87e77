import type { Period } from '#server/models/period.ts'
import { countDistinct } from '#server/processing/sketches/distinct-count.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  countProjectEvents,
  listSessionCounts,
  type SessionCount,
} from '#server/store/projects/project-counts.ts'
import { countProjectUsers, listUserDays, type ProjectUsers } from '#server/store/projects/project-users.ts'
import { listSessionUsers, type SessionUsers } from '#server/store/releases/session-users.ts'

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
  /** Lists the users of sessions by the hour in which these started. */
  listSessionUsers(projectIds: readonly number[], period: Period): Promise<SessionUsers[]>
  /** Lists counts of sessions by the hour in which they started. */
  listSessionCounts(projectIds: readonly number[], period: Period): Promise<SessionCount[]>
}

/**
 * The users of the days of a period, in a text: joining their sketches takes longer than all else that the list of projects
 * shows, and between two writes it gives the same.
 */
const recallUsers = rememberPerStore(({ db }, asked: string) => {
  const { projectIds, period }: { projectIds: number[]; period: Period } = JSON.parse(asked) // written below
  return countProjectUsers(db, projectIds, period)
})

export function createProjectCounts(store: Store, clock: () => number): ProjectCounts {
  const { db } = store
  return {
    countUsers: (projectIds, { start, end }) => {
      const period = { start: Math.floor(start / DAY_MS) * DAY_MS, end: Math.ceil(end / DAY_MS) * DAY_MS }
      return recallUsers(store, clock, JSON.stringify({ projectIds, period }))
    },
    async countUsersByDay(projectId, period) {
      const days = await listUserDays(db, [projectId], period)
      return days.map(({ day, sketch }) => ({ day, userCount: countDistinct(sketch) }))
    },
    countEvents: (projectId, unit, period) => countProjectEvents(db, projectId, unit, period),
    listSessionUsers: (projectIds, { start, end }) =>
      listSessionUsers(db, {
        projectIds,
        from: Math.ceil(start / HOUR_MS),
        before: Math.ceil(end / HOUR_MS),
      }),
    listSessionCounts: (projectIds, period) => listSessionCounts(db, projectIds, period),
  }
}
