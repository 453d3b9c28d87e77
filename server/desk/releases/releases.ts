import type { Kysely, Transaction } from 'kysely'
import type { Listing } from '#server/models/listing.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { GivenRelease, ReleasedIssue } from '#server/models/releases/releases.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { ReleaseCondition } from '#server/search/dialects/releases.ts'
import { parseCursor, toPage } from '#server/store/engine/cursor.ts'
import type { Store } from '#server/store/engine/store.ts'
import { replaceCommits } from '#server/store/releases/commits.ts'
import { type ReleaseDeploys, readReleaseDeploys } from '#server/store/releases/last-deploys.ts'
import {
  type HealthPeriod,
  type ReleaseHealth,
  readProjectHealth,
  readReleaseHealth,
} from '#server/store/releases/release-health.ts'
import {
  countReleaseIssues,
  listReleaseIssueRows,
  type ReleaseIssueKind,
} from '#server/store/releases/release-issues.ts'
import {
  type Deploy,
  deleteRelease,
  insertDeploy,
  listDeployRows,
  listProjectIds,
  listReleaseRows,
  listReleaseRowsOf,
  type NewDeploy,
  type ReleaseRow,
  saveRelease,
} from '#server/store/releases/releases.ts'

const HEALTH_MS = 24 * HOUR_MS

import type { Database } from '#server/store/schema/schema.ts'

/** A release of one project, and its health in the period that was asked for, or else in the last 24 hours. */
export interface ReleaseSummary extends ReleaseRow, ReleaseHealth {
  /** Issues that were first seen in it. */
  newIssueCount: number
  /** Issues that regressed in it last. */
  regressedIssueCount: number
}

export interface ReleaseRecords {
  /** Lists releases, the newest first, by when they became known. */
  list(filter: {
    limit: number
    cursor?: string
    /** Without it, releases of all projects. */
    projectIds?: readonly number[]
    /** Without it, all releases. */
    condition?: ReleaseCondition
    /** Those that are archived instead of the others. */
    isArchived?: boolean
    period?: HealthPeriod
  }): Promise<Listing<ReleaseSummary>>
  /** Lists a version in each project that has it, or in one project. */
  listByVersion(version: string, projectSlug?: string, period?: HealthPeriod): Promise<ReleaseSummary[]>
  /** Lists the releases that had sessions or events in the period, the most adopted first, a hundred at most. */
  listHealth(projectId: number, period: HealthPeriod): Promise<(ReleaseHealth & { version: string })[]>
  /** Lists the last fifty issues that were first seen in it, or regressed in it last. */
  listIssues(projectId: number, version: string, kind: ReleaseIssueKind): Promise<ReleasedIssue[]>
  /** Lists the last hundred deploys, the newest first. */
  listDeploys(projectId: number, version: string): Promise<Deploy[]>
  /** Counts the deploys of each release, in their order, and reads the newest one. */
  readDeploys(releases: readonly Pick<ReleaseRow, 'projectId' | 'version'>[]): Promise<ReleaseDeploys[]>
  /** Adds what is given to a release that a project has already. Refuses projects that do not exist. */
  save(given: GivenRelease): Promise<{ isNew: boolean } | Refusal>
  /**
   * Deletes a release with its deploys and commits in one project, or in each that has it; undefined when none has it. Refuses a release
   * that events or sessions came of: its counts would come back with the next event.
   */
  delete(version: string, projectSlug?: string): Promise<'deleted' | Refusal | undefined>
  /** Adds a deploy in each project that has the release; undefined when none has it. */
  addDeploy(
    version: string,
    deploy: Omit<NewDeploy, 'finishedAt'> & { finishedAt: number | null },
  ): Promise<Deploy | undefined>
}

export function createReleaseRecords(store: Store, clock: () => number): ReleaseRecords {
  const { db } = store

  return {
    async list({ limit, cursor, period, ...asked }) {
      const filter = { limit: limit + 1, cursor: parseCursor(cursor), ...asked }
      const rows = await listReleaseRows(db, filter)
      const page = toPage(rows, limit, ({ createdAt, id }) => ({ time: createdAt, id }))
      return { ...page, items: await withHealth(db, page.items, period ?? lastDay(clock())) }
    },
    listByVersion: async (version, projectSlug, period) =>
      withHealth(db, await listReleaseRowsOf(db, version, projectSlug), period ?? lastDay(clock())),
    listHealth: (projectId, period) => readProjectHealth(db, projectId, period),
    listIssues: (projectId, version, kind) => listReleaseIssueRows(db, projectId, { version, kind }),
    listDeploys: (projectId, version) => listDeployRows(db, projectId, version),
    readDeploys: (releases) => readReleaseDeploys(db, releases),
    save: ({ version, projectSlugs, commits, ...given }) =>
      store.write(async (trx) => {
        const projects =
          projectSlugs.length === 0 ? await findOwners(trx, version) : await listProjectIds(trx, projectSlugs)
        const missing = projectSlugs.find((slug) => !projects.has(slug))
        if (missing !== undefined) return { refusal: `there is no project "${missing}"` }
        if (projects.size === 0) return { refusal: 'projects: it names none' }
        const now = clock()
        let isNew = false
        for (const projectId of projects.values()) {
          if (await saveRelease(trx, { ...given, version, projectId, now })) isNew = true
          if (commits) await replaceCommits(trx, { projectId, version }, { commits, now })
        }
        return { isNew }
      }),
    delete: (version, projectSlug) =>
      store.write(async (trx) => {
        const releases = await listReleaseRowsOf(trx, version, projectSlug)
        if (releases.length === 0) return undefined
        const used = releases.find(({ firstSeen }) => firstSeen !== null)
        if (used) return { refusal: `events or sessions of ${used.projectSlug} have it; archive it instead` }
        for (const release of releases) await deleteRelease(trx, release)
        return 'deleted'
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

/** The projects that have a release, by their slugs. */
async function findOwners(trx: Transaction<Database>, version: string): Promise<Map<string, number>> {
  const rows = await listReleaseRowsOf(trx, version, undefined)
  return new Map(rows.map(({ projectSlug, projectId }) => [projectSlug, projectId]))
}

export async function withHealth(
  db: Kysely<Database>,
  rows: ReleaseRow[],
  period: HealthPeriod,
): Promise<ReleaseSummary[]> {
  const [health, newIssues, regressed] = await Promise.all([
    readReleaseHealth(db, rows, period),
    countIssues(db, rows, 'new'),
    countIssues(db, rows, 'regressed'),
  ])
  return rows.flatMap((row, index) => {
    const own = health[index]
    const counts = { newIssueCount: newIssues[index] ?? 0, regressedIssueCount: regressed[index] ?? 0 }
    return own ? [{ ...row, ...own, ...counts }] : []
  })
}

/** One number for each of the releases, in their order. */
async function countIssues(
  db: Kysely<Database>,
  rows: readonly ReleaseRow[],
  kind: ReleaseIssueKind,
): Promise<number[]> {
  const counts = new Map<number, ReadonlyMap<string, number>>()
  for (const [projectId, ofProject] of Map.groupBy(rows, (row) => row.projectId)) {
    const versions = ofProject.map(({ version }) => version)
    counts.set(projectId, await countReleaseIssues(db, projectId, { versions, kind }))
  }
  return rows.map(({ projectId, version }) => counts.get(projectId)?.get(version) ?? 0)
}

function lastDay(now: number): HealthPeriod {
  return { start: now - HEALTH_MS, end: now }
}
