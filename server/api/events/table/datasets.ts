import type { Dataset } from './list-table.ts'

/** Sentry's names of what events can be asked of, older ones too; without one it is errors. */
const DATASETS: ReadonlyMap<unknown, Dataset | 'metrics'> = new Map<unknown, Dataset | 'metrics'>([
  [undefined, 'errors'],
  ['', 'errors'],
  ['errors', 'errors'],
  ['discover', 'errors'],
  ['events', 'errors'],
  ['spans', 'spans'],
  ['spansIndexed', 'spans'],
  ['spansMetrics', 'spans'],
  ['transactions', 'transactions'],
  ['logs', 'logs'],
  ['ourlogs', 'logs'],
  ['metrics', 'metrics'],
  ['tracemetrics', 'metrics'],
])

export function datasetOf(name: unknown): Dataset | 'metrics' | undefined {
  return DATASETS.get(name)
}
