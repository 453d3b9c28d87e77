import type { ProjectRetention } from '#server/models/projects.ts'
import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'

export interface RetentionOfProjects {
  /** Lists how much is kept of each project, as it is set now. */
  listRetention(): Promise<ProjectRetention[]>
}

interface RetentionOptions {
  listProjects: () => Promise<ProjectRow[]>
  /** For projects without a setting of their own; undefined when their events are kept at any age. */
  retentionDays: number | undefined
}

export function createProjectRetention(
  { db }: Store,
  { listProjects, retentionDays }: RetentionOptions,
): RetentionOfProjects {
  return {
    async listRetention() {
      const retained: ProjectRetention[] = []
      for (const { id, slug } of await listProjects()) {
        const { days = retentionDays, maxEvents } = (await getProjectSettings(db, id)).retention
        retained.push({ projectSlug: slug, days: days ?? null, maxEvents: maxEvents ?? null })
      }
      return retained
    },
  }
}
