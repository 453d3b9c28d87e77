import { countDistinct } from '#server/processing/sketches/distinct-count.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  countProjectEvents,
  listSessionCounts,
  type SessionCount,
} from '#server/store/projects/project-counts.ts'
import {
  countProjectPeople,
  listPeopleDays,
  type ProjectPeople,
} from '#server/store/projects/project-people.ts'
import { listMetricValues } from '#server/store/records/read/metrics.ts'

/** Milliseconds since the epoch; the end is not part of it. */
interface Period {
  start: number
  end: number
}

/** What is counted of whole projects. */
export interface DeskCounts {
  /** Distinct people whom each project's events hit in the days (UTC) that the period touches. */
  countPeople(projectIds: readonly number[], period: Period): Promise<ProjectPeople[]>
  /** By day since the epoch; days without anybody are left out. */
  countPeopleByDay(projectId: number, period: Period): Promise<{ day: number; userCount: number }[]>
  /** Events that were stored, by hours or days since the epoch that begin in the period; those without any are left out. */
  countEvents(
    projectId: number,
    unit: 'hour' | 'day',
    period: Period,
  ): Promise<{ time: number; count: number }[]>
  /** By the hour in which they started. */
  listSessionCounts(projectIds: readonly number[], period: Period): Promise<SessionCount[]>
  /** One metric's values, the latest first, a thousand at most. */
  listMetricValues(
    projectId: number,
    asked: { name: string; limit: number; period: Period },
  ): ReturnType<typeof listMetricValues>
}

export function createDeskCounts({ db }: Store): DeskCounts {
  return {
    countPeople: (projectIds, period) => countProjectPeople(db, projectIds, period),
    async countPeopleByDay(projectId, period) {
      const days = await listPeopleDays(db, [projectId], period)
      return days.map(({ day, sketch }) => ({ day, userCount: countDistinct(sketch) }))
    },
    countEvents: (projectId, unit, period) => countProjectEvents(db, projectId, unit, period),
    listSessionCounts: (projectIds, period) => listSessionCounts(db, projectIds, period),
    listMetricValues: (projectId, { name, limit, period }) =>
      listMetricValues(db, {
        ...{ projectId, name, limit: Math.min(limit, 1_000) },
        ...{ fromUs: period.start * 1_000, beforeUs: period.end * 1_000 },
      }),
  }
}
