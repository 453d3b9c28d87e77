import type { DatabaseSync } from 'node:sqlite'
import type { LogRecord } from '#server/processing/record.ts'
import type { Arrived } from './record-port.ts'

const HOUR_US = 3_600_000_000

/** Counts logs by hour, environment and level, a batch's together. */
export function createLogHours(connection: DatabaseSync) {
  const add = connection.prepare(`
    insert into log_hour (project_id, hour, environment, level, quantity) values (?, ?, ?, ?, ?)
    on conflict (project_id, hour, environment, level) do update set quantity = log_hour.quantity + excluded.quantity`)
  return (logs: readonly Arrived<LogRecord>[]): void => {
    const sums = new Map<string, { key: [number, number, string, string]; quantity: number }>()
    for (const { projectId, record } of logs) {
      const hour = Math.floor(record.timestampUs / HOUR_US)
      const environment = record.environment ?? ''
      const name = `${projectId} ${hour} ${record.level} ${environment}`
      const sum = sums.get(name)
      if (sum) sum.quantity++
      else sums.set(name, { key: [projectId, hour, environment, record.level], quantity: 1 })
    }
    for (const { key, quantity } of sums.values()) add.run(...key, quantity)
  }
}
