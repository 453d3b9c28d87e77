import type { LogRecord } from '#server/processing/record.ts'
import { put, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'

const HOUR_US = 3_600_000_000

/** The logs of an hour, environment and level. */
export interface LogCount {
  projectId: number
  hour: number
  environment: string
  level: string
  quantity: number
}

/** Sums up logs by hour, environment and level. */
export function sumLogs(logs: readonly { projectId: number; record: LogRecord }[]): Iterable<LogCount> {
  const sums = new Map<string, LogCount>()
  for (const { projectId, record } of logs) {
    const { level } = record
    const hour = Math.floor(record.timestampUs / HOUR_US)
    const environment = record.environment ?? ''
    const name = `${projectId} ${hour} ${level} ${environment}`
    const sum = sums.get(name)
    if (sum) sum.quantity++
    else sums.set(name, { projectId, hour, environment, level, quantity: 1 })
  }
  return sums.values()
}

export function* countLogHours(logs: readonly LogCount[]): Steps {
  yield* put(COUNTED.log_hour, logs.map(toRow))
}

function toRow({ projectId, ...counted }: LogCount): RowOf<typeof COUNTED.log_hour> {
  return { project_id: projectId, ...counted }
}
