import type { DatabaseSync } from 'node:sqlite'

/** The writer's thread asks this again, because a project may have been deleted since its envelope was let in. */
export function createKnownProjects(connection: DatabaseSync) {
  const find = connection.prepare('select 1 from project where id = ?')
  const known = new Map<number, boolean>()
  return {
    /** Once a batch. */
    refresh: () => known.clear(),
    has(projectId: number): boolean {
      const isKnown = known.get(projectId) ?? find.get(projectId) !== undefined
      known.set(projectId, isKnown)
      return isKnown
    },
  }
}
