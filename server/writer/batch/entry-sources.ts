import type { DatabaseSync } from 'node:sqlite'
import { createSettingsReader } from '#server/store/projects/project-settings.ts'
import { createStackMapper } from '#server/store/sourcemaps/mapping/stack-mapper.ts'
import type { EntrySources } from './entry.ts'
import { createKnownProjects } from './known-projects.ts'

/** Asks SQLite when something is needed. `stopwatch` measures, in milliseconds, what looking stacks up takes. */
export function createEntrySources(
  connection: DatabaseSync,
  options: { stopwatch?: (() => number) | undefined } = {},
): EntrySources {
  const settings = createSettingsReader(connection)
  const projects = createKnownProjects(connection)
  const stacks = createStackMapper(connection, options)
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
