import type { Actor } from '#server/models/accounts/actor.ts'
import type { ProjectDetail, ProjectDsn, ProjectSummary } from '#server/models/projects.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { formatDsn } from '#server/protocol/dsn.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { listProjectIdsOfTeam } from '#server/store/accounts/team-names.ts'
import type { Store } from '#server/store/engine/store.ts'
import { readProjectPlatforms } from '#server/store/issues/search/platforms.ts'
import { readProjectEnvironments } from '#server/store/projects/environments.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { listKeys } from '#server/store/projects/project-keys.ts'
import {
  addProject,
  findProjectId,
  findProjectRow,
  type ProjectRow,
} from '#server/store/projects/projects.ts'

export interface ProjectLookup {
  list(): Promise<ProjectSummary[]>
  find(slug: string): Promise<ProjectDetail | undefined>
  /** Reads the platform of each project whose first issue has one. */
  listPlatforms(): Promise<ReadonlyMap<number, string>>
  /** Reads the environments of each of these projects. */
  readEnvironments(projectIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
  /** Lists the ids of the projects that are limited to a team; undefined where there is no such team. */
  listIdsOfTeam(slug: string): Promise<number[] | undefined>
  /** Lists the keys of a project, the oldest first; none where there is no such project. */
  listDsns(slug: string): Promise<ProjectDsn[]>
  /** Refuses a name that is empty, too long or taken. */
  create(name: string): Promise<{ project: ProjectDetail } | Refusal>
}

interface LookupOptions {
  /** Slugs are taken by projects that the viewer does not see, too. */
  whole: Store
  by: Actor
  publicUrl: string
  clock: () => number
  newKey: () => string
  listProjects: () => Promise<ProjectRow[]>
}

export function createProjectLookup(store: Store, options: LookupOptions): ProjectLookup {
  const { whole, by, publicUrl, clock, newKey, listProjects } = options

  /** It is empty when every key of the project is disabled: no SDK could report with any. */
  function dsnOf({ id, publicKey }: ProjectRow): string {
    return publicKey === null ? '' : formatDsn(publicUrl, publicKey, id)
  }

  async function find(slug: string): Promise<ProjectDetail | undefined> {
    const row = await findProjectRow(store.db, slug)
    return row && { ...toProjectSummary(row), dsn: dsnOf(row) }
  }

  return {
    async list() {
      return toProjectSummaries(await listProjects())
    },
    find,
    listPlatforms: () => readProjectPlatforms(store.db),
    readEnvironments: (projectIds) => readProjectEnvironments(store.db, projectIds),
    listIdsOfTeam: (slug) => listProjectIdsOfTeam(store.db, slug),
    async listDsns(slug) {
      const project = await findProjectId(store.db, slug)
      const keys = project ? await listKeys(store.db, project.id) : []
      return keys.map(({ publicKey, isActive, createdAt }) => {
        const dsn = formatDsn(publicUrl, publicKey, project?.id ?? 0)
        return { publicKey, dsn, isActive, createdAt }
      })
    },
    async create(name) {
      const now = clock()
      const added = await whole.write(async (trx) => {
        const project = await addProject(trx, { name, publicKey: newKey(), now })
        if ('refusal' in project) return project
        await recordAudit(trx, { ...by, at: now, action: 'project.add', target: project.slug })
        return project
      })
      if ('refusal' in added) return added
      const project = await find(added.slug)
      if (!project)
        throw new Error(`Cannot read project: ${added.slug} was deleted right after it was created`)
      return { project }
    },
  }
}

function toProjectSummary(row: ProjectRow): ProjectSummary {
  const { id, slug, name, createdAt, openIssueCount, isDemo, isGoing } = row
  return {
    ...{ id, slug, name, createdAt, openIssueCount },
    ...(isDemo === 1 && { isDemo: true }),
    ...(isGoing === 1 && { isGoing: true }),
    ...(id === OWN_PROJECT_ID && { isOwn: true }),
  }
}

const projectSummaries = new WeakMap<ProjectRow[], ProjectSummary[]>()

/** Remembered rows give the same summaries, since the frame is remembered by them. */
function toProjectSummaries(rows: ProjectRow[]): ProjectSummary[] {
  const known = projectSummaries.get(rows)
  if (known !== undefined) return known
  const summaries = rows.map(toProjectSummary)
  projectSummaries.set(rows, summaries)
  return summaries
}
