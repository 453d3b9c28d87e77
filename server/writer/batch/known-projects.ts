import type { DatabaseSync } from 'node:sqlite'

/** For the writer's thread: what was let in at the door may be of a project that was deleted since. */
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
