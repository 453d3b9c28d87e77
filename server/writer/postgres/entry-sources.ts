import type { Kysely } from 'kysely'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { toSettings } from '#server/store/projects/project-settings.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createLaterStackMapper } from '#server/store/sourcemaps/mapping/later-stack-mapper.ts'
import type { EntrySources } from '#server/writer/batch/entry.ts'

/** Loads the data that processing needs before each batch. */
export function createLoadedSources(
  db: Kysely<Database>,
  options: { stopwatch?: (() => number) | undefined } = {},
): EntrySources {
  const stacks = createLaterStackMapper(db, options)
  let projects: ReadonlyMap<number, ProjectSettings> = new Map()
  return {
    async refresh(envelopes) {
      const ids = [...new Set(envelopes.map(({ projectId }) => projectId))]
      projects = await loadProjects(db, ids)
      await stacks.refresh(ids)
    },
    hasProject: (projectId) => projects.has(projectId),
    settingsOf: (projectId) => projects.get(projectId) ?? toSettings([]),
    mapStacksOf: stacks.of,
    lookUp: stacks.lookUp,
  }
}

/** Loads the settings of the projects that exist. */
async function loadProjects(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, ProjectSettings>> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('project_setting', 'project_setting.project_id', 'project.id')
    .select(['project.id', 'project_setting.key', 'project_setting.value'])
    .where('project.id', 'in', ids)
    .execute()
  const settings = [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofProject]) => {
    const set = ofProject.flatMap(({ key, value }) =>
      key === null || value === null ? [] : [{ key, value }],
    )
    return [id, toSettings(set)] as const
  })
  return new Map(settings)
}
