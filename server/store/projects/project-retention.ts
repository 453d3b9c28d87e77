import { queryOf } from '#server/store/rows/query.ts'
import { ask, type Steps } from '#server/store/rows/steps.ts'
import { toSettings } from './project-settings.ts'

export interface StoredRetention {
  projectId: number
  /** Undefined keeps everything. */
  days: number | undefined
  /** Undefined for as many as come. */
  maxEvents: number | undefined
}

const LIST = queryOf({ key: 'text' })<{ id: number; value: string | null }>(`
  select project.id, project_setting.value from project
  left join project_setting on project_setting.project_id = project.id and project_setting.key = :key
  order by project.id`)

/** How much of each project is to be kept, as it is set now. */
export function* listRetention(defaultDays: number | undefined): Steps<StoredRetention[]> {
  const [projects = []] = yield* ask(LIST, [{ key: 'retention' }])
  return projects.map(({ id: projectId, value }) => {
    const { retention } = toSettings(value === null ? [] : [{ key: 'retention', value }])
    const { days = defaultDays, maxEvents } = retention
    return { projectId, days, maxEvents }
  })
}
