import type { Listing } from '#server/desk/desk.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { parseCursor, toPage } from '#server/store/engine/cursor.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type HealthPeriod,
  type ReleaseHealth,
  readProjectHealth,
  readReleaseHealth,
} from '#server/store/releases/release-health.ts'
import {
  type Deploy,
  insertDeploy,
  listDeployRows,
  listNewIssueRows,
  listProjectIds,
  listReleaseRows,
  listReleaseRowsOf,
  type NewDeploy,
  type ReleaseRow,
  saveRelease,
} from '#server/store/releases/releases.ts'

const HEALTH_MS = 24 * HOUR_MS

/** A release of one project, and how it did in the period that was asked for: else in the last 24 hours. */
export interface ReleaseSummary extends ReleaseRow, ReleaseHealth {}

export interface ReleasedIssue {
  id: number
  number: number
  type: string
  value: string
  firstSeen: number
  eventCount: number
  userCount: number
}

export interface GivenRelease {
  version: string
  projectSlugs: readonly string[]
  releasedAt: number | null
  ref: string | null
  url: string | null
}

export interface DeskReleases {
  /** The newest first, by when they became known. */
  listReleases(filter: {
    limit: number
    cursor?: string
    projectSlug?: string
    period?: HealthPeriod
  }): Promise<Listing<ReleaseSummary>>
  /** In each project that has it, or in one. */
  findReleases(version: string, projectSlug?: string, period?: HealthPeriod): Promise<ReleaseSummary[]>
  /** Releases that had sessions or events in the period, the most adopted first; a hundred at most. */
  releaseHealth(projectId: number, period: HealthPeriod): Promise<(ReleaseHealth & { version: string })[]>
  /** The last fifty issues whose first release it is. */
  listNewIssues(projectId: number, version: string): Promise<ReleasedIssue[]>
  /** The last hundred, newest first. */
  listDeploys(projectId: number, version: string): Promise<Deploy[]>
  /** What a project has already learns what is given. Refuses projects that are not there. */
  saveRelease(given: GivenRelease): Promise<{ isNew: boolean } | { refusal: string }>
  /** In each project that has the release; undefined when none has. */
  addDeploy(
    version: string,
    deploy: Omit<NewDeploy, 'finishedAt'> & { finishedAt: number | null },
  ): Promise<Deploy | undefined>
}

export function createDeskReleases(store: Store, clock: () => number): DeskReleases {
  const { db } = store

  async function withHealth(rows: ReleaseRow[], period = lastDay(clock())): Promise<ReleaseSummary[]> {
    const health = await readReleaseHealth(db, rows, period)
    return rows.flatMap((row, index) => {
      const own = health[index]
      return own ? [{ ...row, ...own }] : []
    })
  }

  return {
    async listReleases({ limit, cursor, projectSlug, period }) {
      const rows = await listReleaseRows(db, { limit: limit + 1, cursor: parseCursor(cursor), projectSlug })
      const page = toPage(rows, limit, ({ createdAt, id }) => ({ time: createdAt, id }))
      return { ...page, items: await withHealth(page.items, period) }
    },
    findReleases: async (version, projectSlug, period) =>
      withHealth(await listReleaseRowsOf(db, version, projectSlug), period),
    releaseHealth: (projectId, period) => readProjectHealth(db, projectId, period),
    listNewIssues: (projectId, version) => listNewIssueRows(db, projectId, version),
    listDeploys: (projectId, version) => listDeployRows(db, projectId, version),
    saveRelease: ({ version, projectSlugs, ...given }) =>
      store.write(async (trx) => {
        const projects = await listProjectIds(trx, projectSlugs)
        const missing = projectSlugs.find((slug) => !projects.has(slug))
        if (missing !== undefined) return { refusal: `there is no project "${missing}"` }
        let isNew = false
        for (const projectId of projects.values()) {
          if (await saveRelease(trx, { ...given, version, projectId, now: clock() })) isNew = true
        }
        return { isNew }
      }),
    addDeploy: (version, { finishedAt, ...deploy }) =>
      store.write(async (trx) => {
        let added: Deploy | undefined
        for (const { projectId } of await listReleaseRowsOf(trx, version, undefined)) {
          added = await insertDeploy(
            trx,
            { projectId, version },
            { ...deploy, finishedAt: finishedAt ?? clock() },
          )
        }
        return added
      }),
  }
}

function lastDay(now: number): HealthPeriod {
  return { start: now - HEALTH_MS, end: now }
}
