import { getProjectSettings } from './store/project-settings.ts'
import type { ProjectRow } from './store/projects.ts'
import type { Store } from './store/store.ts'

/** How much of a project is kept. */
export interface ProjectKept {
  projectSlug: string
  /** Null for ever. */
  days: number | null
  /** Null for as many events as come. */
  maxEvents: number | null
}

export interface DeskRetention {
  /** Of each project, as it is set now. */
  listKept(): Promise<ProjectKept[]>
}

interface RetentionOptions {
  listProjects: () => Promise<ProjectRow[]>
  /** What holds for projects that say nothing; undefined for ever. */
  retentionDays: number | undefined
}

export function createDeskRetention(
  { db }: Store,
  { listProjects, retentionDays }: RetentionOptions,
): DeskRetention {
  return {
    async listKept() {
      const kept: ProjectKept[] = []
      for (const { id, slug } of await listProjects()) {
        const { days = retentionDays, maxEvents } = (await getProjectSettings(db, id)).retention
        kept.push({ projectSlug: slug, days: days ?? null, maxEvents: maxEvents ?? null })
      }
      return kept
    },
  }
}
