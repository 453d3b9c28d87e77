/** What was measured. Times as in schema.ts. */
export interface PerformanceTables {
  performance_hour: PerformanceTable
  performance_day: PerformanceTable
}

export interface PerformanceTable {
  project_id: number
  /** Whole hours since the epoch; of a day its first. */
  hour: number
  /** `MeasuredKind` of processing/measurements.ts. */
  kind: string
  /** Empty, with `op` and `side`, for what came beyond the most names that are kept. */
  name: string
  op: string
  side: string
  /** Empty where none was said. */
  environment: string
  quantity: number
  failures: number
  total_ms: number
  /** processing/quantile-sketch.ts */
  sketch: Uint8Array
  /** performance-examples.ts */
  examples: Uint8Array
}
