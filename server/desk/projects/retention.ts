import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'

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
