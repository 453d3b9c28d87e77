/** Serialization failure and deadlock: https://www.postgresql.org/docs/18/mvcc-serialization-failure-handling.html */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Another transaction kept a lock for longer than this one may wait. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** A newer desk added a column to a table of which a query for whole rows was prepared. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Whether others changed what this transaction had read or planned, so that it may succeed on being run again. */
export function isConflict(error: unknown): boolean {
  return (error instanceof Error && 'code' in error && CONFLICTS.has(error.code)) || isStalePlan(error)
}
