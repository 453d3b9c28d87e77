import { LRUCache } from 'lru-cache'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { count, put, read, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
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

type Table = typeof COUNTED.performance_hour | typeof COUNTED.performance_day
type StoredRow = RowOf<Table>
type StoredValues = Pick<StoredRow, 'quantity' | 'failures' | 'total_ms' | 'sketch' | 'examples'>
type Key = Omit<StoredRow, keyof StoredValues>

export interface PerformanceAggregate {
  /** Adds what was measured of spans that were not there before. */
  aggregate: (samples: readonly Samples[]) => Steps
  /** After the commit; without it what is at hand is forgotten, since it was rolled back. */
  settle: () => void
}

/**
 * Adds what was measured to its hour and its day. What is open is at hand as it stands in the database, so that a batch
 * writes and does not read: nobody but this thread writes these tables, and retention takes only what is long past.
 */
export function createPerformanceAggregate(): PerformanceAggregate {
  /** Made for the first samples: each takes the room of all that it may hold. */
  let kept: { hours: KeptTable; days: KeptTable } | undefined
  let isSettled = true
  return {
    *aggregate(samples) {
      if (samples.length === 0) return
      kept ??= { hours: keepAtHand(COUNTED.performance_hour), days: keepAtHand(COUNTED.performance_day) }
      const { hours, days } = kept
      if (!isSettled) for (const table of [hours, days]) table.forget()
      isSettled = false
      yield* hours.add(samples)
      yield* days.add(samples.map((one) => ({ ...one, hour: one.hour - (one.hour % DAY_HOURS) })))
    },
    settle() {
      isSettled = true
    },
  }
}

type KeptTable = ReturnType<typeof keepAtHand>

function keepAtHand(table: Table) {
  const rows = new LRUCache<string, Row>({ max: MOST_AT_HAND })
  const names = new LRUCache<string, number>({ max: MOST_AT_HAND })

  /** Reads rows that are not at hand, all in one step. */
  function* load(places: readonly Place[]): Steps<Map<string, Row>> {
    const missing = places.filter(({ name }) => !rows.has(name))
    const found = yield* read(
      table,
      missing.map(({ key }) => key),
    )
    const loaded = new Map<string, Row>()
    for (const [index, { name }] of missing.entries()) {
      const values = found[index]
      if (values !== undefined) loaded.set(name, toRow(values))
    }
    return loaded
  }

  /** Whether there is room for another name; it is taken then. */
  function* takeRoom({ project_id, hour, kind }: Key): Steps<boolean> {
    const place = `${project_id} ${hour} ${kind}`
    const known = names.get(place)
    const columns = ['project_id', 'hour', 'kind'] as const
    const [counted = 0] =
      known === undefined ? yield* count(table, columns, [{ project_id, hour, kind }]) : [known]
    const hasRoom = counted < MOST_NAMES
    names.set(place, hasRoom ? counted + 1 : counted)
    return hasRoom
  }

  return {
    *add(samples: readonly Samples[]): Steps {
      /** The rows that this changes; each is written once. */
      const touched = new Map<string, { key: Key; row: Row }>()
      const places = samples.map(placeOf)
      const loaded = yield* load(places)
      const find = (name: string) => rows.get(name) ?? touched.get(name)?.row ?? loaded.get(name)
      for (const [index, one] of samples.entries()) {
        let place = places[index] ?? placeOf(one)
        let row = find(place.name)
        if (row === undefined && !(yield* takeRoom(place.key))) {
          place = placeOf({ ...one, name: '', op: '', side: '' })
          row = find(place.name) ?? (yield* load([place])).get(place.name)
        }
        row ??= emptyRow()
        addSamples(row, one)
        rows.set(place.name, row)
        touched.set(place.name, { key: place.key, row })
      }
      yield* put(table, [...touched.values()].flatMap(toStored))
    },
    forget(): void {
      rows.clear()
      names.clear()
    },
  }
}

/** A row's key, and the key as one text. */
interface Place {
  key: Key
  name: string
}

function placeOf({ projectId, hour, kind, name, op, side, environment }: Samples): Place {
  return {
    key: { project_id: projectId, hour, kind, name, op, side, environment },
    name: [projectId, hour, kind, name, op, side, environment].join('\0'),
  }
}

/** Without samples there is no row. */
function toStored({ key, row }: { key: Key; row: Row }): StoredRow[] {
  const { quantity, failures, totalMs, sketch, examples } = row
  if (examples === undefined) return []
  row.encoded ??= encodeExamples(examples)
  const { encoded } = row
  return [{ ...key, quantity, failures, total_ms: totalMs, sketch: sketch.encode(), examples: encoded }]
}

function toRow({ quantity, failures, total_ms, sketch, examples }: StoredValues): Row {
  return {
    quantity,
    failures,
    totalMs: total_ms,
    sketch: new QuantileSketch().merge(sketch),
    examples: decodeExamples(examples),
    encoded: examples,
  }
}

function emptyRow(): Row {
  const sketch = new QuantileSketch()
  return { quantity: 0, failures: 0, totalMs: 0, sketch, examples: undefined, encoded: undefined }
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
