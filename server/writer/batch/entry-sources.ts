import type { DatabaseSync } from 'node:sqlite'
import { createSettingsReader } from '#server/store/projects/project-settings.ts'
import { createStackMapper } from '#server/store/sourcemaps/mapping/stack-mapper.ts'
import type { EntrySources } from './entry.ts'
import { createKnownProjects } from './known-projects.ts'

/** Asks SQLite when something is needed. */
export function createEntrySources(connection: DatabaseSync): EntrySources {
  const settings = createSettingsReader(connection)
  const projects = createKnownProjects(connection)
  const stacks = createStackMapper(connection)
  return {
    refresh() {
      settings.refresh()
      projects.refresh()
      stacks.refresh()
    },
    hasProject: projects.has,
    settingsOf: settings.get,
    mapStacksOf: stacks.of,
    lookUp: () => false, // that was done at once
  }
}
