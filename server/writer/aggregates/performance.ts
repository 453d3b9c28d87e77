import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { decodeExamples, type Example, type Examples, encodeExamples } from './performance-examples.ts'
import type { Samples } from './performance-samples.ts'

/**
 * A project has at most so many names of a kind in an hour, and as many in a day. What comes beyond has one row,
 * without a name.
 */
const MOST_NAMES = 1_000
/** How many rows the writer has at hand: the longest unused are let go, and read again when something is added to them. */
const MOST_AT_HAND = 4_000
const DAY_HOURS = 24

interface Row {
  quantity: number
  failures: number
  totalMs: number
  sketch: QuantileSketch
  examples: Examples | undefined
  /** The examples, as long as they stay. */
  encoded: Uint8Array | undefined
}

export interface PerformanceAggregate {
  /** Inside of the transaction, with what was measured of spans that were not there before. */
  aggregate: (samples: readonly Samples[]) => void
  /** After the commit; without it what is at hand is forgotten, since it was rolled back. */
  settle: () => void
}

/**
 * Adds what was measured to its hour and its day. What is open is at hand as it stands in the database, so that a batch
 * writes and does not read: nobody but this thread writes these tables, and retention takes only what is long past.
 */
export function createPerformanceAggregate(connection: DatabaseSync): PerformanceAggregate {
  const tables = [
    createTable(connection, 'performance_hour'),
    createTable(connection, 'performance_day'),
  ] as const
  let isSettled = true
  return {
    aggregate(samples) {
      if (samples.length === 0) return
      if (!isSettled) for (const table of tables) table.forget()
      isSettled = false
      const [hours, days] = tables
      for (const one of samples) {
        hours.add(one)
        days.add({ ...one, hour: one.hour - (one.hour % DAY_HOURS) })
      }
      for (const table of tables) table.store()
    },
    settle() {
      isSettled = true
    },
  }
}

function createTable(connection: DatabaseSync, table: 'performance_hour' | 'performance_day') {
  const isNamed = `project_id = ? and hour = ? and kind = ? and name = ? and op = ? and side = ? and environment = ?`
  const findRow = connection.prepare(
    `select quantity, failures, total_ms, sketch, examples from ${table} where ${isNamed}`,
  )
  const countNames = connection.prepare(
    `select count(*) as names from ${table} where project_id = ? and hour = ? and kind = ?`,
  )
  const put = connection.prepare(`
    insert into ${table} (project_id, hour, kind, name, op, side, environment, quantity, failures, total_ms,
      sketch, examples)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (project_id, hour, kind, name, op, side, environment) do update set quantity = excluded.quantity,
      failures = excluded.failures, total_ms = excluded.total_ms, sketch = excluded.sketch, examples = excluded.examples`)
  const rows = new LRUCache<string, Row>({ max: MOST_AT_HAND })
  const names = new LRUCache<string, number>({ max: MOST_AT_HAND })
  /** The rows that this batch changes; each is written once. */
  const touched = new Map<string, { key: Key; row: Row }>()

  function find(key: Key, name: string): Row | undefined {
    return rows.get(name) ?? touched.get(name)?.row ?? readRow(findRow.get(...key))
  }

  /** Under its name while there is room, else under none. */
  function placeOf(key: Key): { key: Key; name: string; row: Row | undefined } {
    const name = nameOf(key)
    const row = find(key, name)
    if (row) return { key, name, row }
    const place = key.slice(0, 3) as [number, number, string] // how a key begins
    const placeName = place.join(' ')
    const count = names.get(placeName) ?? Number(countNames.get(...place)?.names)
    names.set(placeName, count)
    if (count < MOST_NAMES) {
      names.set(placeName, count + 1)
      return { key, name, row }
    }
    const other: Key = [...place, '', '', '', key[6]]
    return { key: other, name: nameOf(other), row: find(other, nameOf(other)) }
  }

  return {
    add(samples: Samples): void {
      const { projectId, hour, kind, name, op, side, environment } = samples
      const place = placeOf([projectId, hour, kind, name, op, side, environment])
      const row = place.row ?? emptyRow()
      addSamples(row, samples)
      rows.set(place.name, row)
      touched.set(place.name, { key: place.key, row })
    },
    store(): void {
      for (const { key, row } of touched.values()) {
        const { quantity, failures, totalMs, sketch, examples } = row
        if (!examples) continue // without samples there is no row
        row.encoded ??= encodeExamples(examples)
        put.run(...key, quantity, failures, totalMs, sketch.encode(), row.encoded)
      }
      touched.clear()
    },
    forget(): void {
      rows.clear()
      names.clear()
      touched.clear()
    },
  }
}

type Key = [number, number, string, string, string, string, string]

function nameOf(key: Key): string {
  return key.join('\0')
}

function emptyRow(): Row {
  const sketch = new QuantileSketch()
  return { quantity: 0, failures: 0, totalMs: 0, sketch, examples: undefined, encoded: undefined }
}

function readRow(found: Record<string, unknown> | undefined): Row | undefined {
  if (!found) return undefined
  const { sketch, examples } = found as { sketch: Uint8Array; examples: Uint8Array } // blob columns
  return {
    quantity: Number(found.quantity),
    failures: Number(found.failures),
    totalMs: Number(found.total_ms),
    sketch: new QuantileSketch().merge(sketch),
    examples: decodeExamples(examples),
    encoded: examples,
  }
}

function addSamples(row: Row, { values, failures }: Samples): void {
  for (const { value } of values) {
    row.sketch.add(value)
    row.totalMs += value / 1_000
  }
  row.quantity += values.length
  row.failures += failures
  const examples = chooseExamples(row.examples, values, row.sketch.quantile(0.5) ?? 0)
  if (examples === row.examples) return
  row.examples = examples
  row.encoded = undefined
}

/** The same object while they stay. */
function chooseExamples(
  known: Examples | undefined,
  values: readonly Example[],
  median: number,
): Examples | undefined {
  let examples = known
  for (const example of values) {
    examples ??= { fast: example, usual: example, slow: example }
    if (example.value < examples.fast.value) examples = { ...examples, fast: example }
    if (example.value > examples.slow.value) examples = { ...examples, slow: example }
    if (Math.abs(example.value - median) < Math.abs(examples.usual.value - median))
      examples = { ...examples, usual: example }
  }
  return examples
}
