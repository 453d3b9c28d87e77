/** Serialization failure and deadlock: https://www.postgresql.org/docs/18/mvcc-serialization-failure-handling.html */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Whether another transaction changed what this one had read, so that running this one again may succeed. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.has(error.code)
}
