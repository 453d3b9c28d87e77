import type { DatabaseSync } from 'node:sqlite'
import { createSettingsReader } from './project-settings.ts'

export interface StoredRetention {
  projectId: number
  /** Undefined keeps everything. */
  days: number | undefined
  /** Undefined for as many as come. */
  maxEvents: number | undefined
}

/** How much of each project is to be kept, as it is set now. */
export function createRetentionReader(connection: DatabaseSync, defaultDays: number | undefined) {
  const settings = createSettingsReader(connection)
  const list = connection.prepare('select id from project order by id')
  return (): StoredRetention[] => {
    settings.refresh()
    return list.all().map(({ id }) => {
      const projectId = Number(id)
      const { days = defaultDays, maxEvents } = settings.get(projectId).retention
      return { projectId, days, maxEvents }
    })
  }
}
