/** Serialization failure and deadlock: https://www.postgresql.org/docs/18/mvcc-serialization-failure-handling.html */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Another transaction changed what this one had read: it would have gone well after the other one. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.has(error.code)
}
