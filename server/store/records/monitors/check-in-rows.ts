import type { CheckInRecord } from '#server/processing/record.ts'
import type { Owned } from '#server/store/records/record-port.ts'
import { appendedTo, type RowOf, tableOf } from '#server/store/rows/table.ts'

const KEY = ['project_id', 'check_in_id'] as const

/** The status of a check-in. */
export const STATUS = tableOf('check_in')({ key: KEY, keep: ['status'] })
export const CHECK_IN = tableOf('check_in')({
  key: KEY,
  keep: ['id', 'monitor_id', 'status', 'environment', 'duration_ms', 'received_at', 'updated_at'],
})
export const PROGRESS = tableOf('check_in')({ key: KEY, replace: ['status', 'updated_at', 'duration_ms'] })
export const NEW_CHECK_IN = appendedTo('check_in')([
  ...(['project_id', 'monitor_id', 'check_in_id', 'status', 'environment', 'duration_ms'] as const),
  ...(['timestamp', 'received_at', 'updated_at', 'trace_id', 'release'] as const),
])

export type StoredCheckIn = RowOf<typeof CHECK_IN>
/** A check-in with the changes of the batch so far. It may be stored or new. */
export type CheckIn = Omit<StoredCheckIn, 'id'>
export type NewCheckIn = CheckIn & { timestamp: number; trace_id: string | null; release: string | null }

/** Undefined for a check-in without an id, which means the latest one in progress. */
export function toKey({ projectId, record }: Owned<CheckInRecord>) {
  const { checkInId } = record
  return checkInId === null ? undefined : { project_id: projectId, check_in_id: checkInId }
}

export function nameOf({ project_id, check_in_id }: Pick<CheckIn, 'project_id' | 'check_in_id'>): string {
  return `${project_id}:${check_in_id}`
}
