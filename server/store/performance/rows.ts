import type { Kysely } from 'kysely'
import type { MeasuredBuckets } from '#server/models/performance.ts'
import type { MeasuredKind } from '#server/processing/measurements.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

const DAY_HOURS = 24

export interface MeasuredScope {
  projectIds: readonly number[]
  /** Undefined for all of them. */
  environment: string | undefined
  buckets: MeasuredBuckets
  kind: MeasuredKind
}

export interface MeasuredName {
  projectId: number
  name: string
  op: string
  side: string
}

export interface MeasuredTotal extends MeasuredName {
  quantity: number
  failures: number
  totalMs: number
}

/** A sum for each name. */
export function sumByName(db: Kysely<Database>, scope: MeasuredScope): Promise<MeasuredTotal[]> {
  return selectByName(db, valuesOf(scope), tableOf(scope.buckets))
}

const selectByName = prepareByShape((db, values: MeasuredValues, table: MeasuredTable) =>
  selectRows(db, values, table)
    .select(['project_id as projectId', 'name', 'op', 'side'])
    .select(({ fn }) => [
      fn.sum<number>('quantity').as('quantity'),
      fn.sum<number>('failures').as('failures'),
      fn.sum<number>('total_ms').as('totalMs'),
    ])
    .groupBy(['project_id', 'name', 'op', 'side'])
    .orderBy('project_id')
    .orderBy('name')
    .orderBy('op')
    .orderBy('side'),
)

/** A sum for each hour, or day, that has something. */
export function sumByHour(db: Kysely<Database>, scope: MeasuredScope) {
  return selectByHour(db, valuesOf(scope), tableOf(scope.buckets))
}

const selectByHour = prepareByShape((db, values: MeasuredValues, table: MeasuredTable) =>
  selectRows(db, values, table)
    .select('hour')
    .select(({ fn }) => [
      fn.sum<number>('quantity').as('quantity'),
      fn.sum<number>('failures').as('failures'),
    ])
    .groupBy('hour'),
)

export type MeasuredRow = Awaited<ReturnType<typeof listMeasured>>[number]
export type ExampleRow = Awaited<ReturnType<typeof listWithExamples>>[number]

/** Rows of some names, with the traces that show them. */
export function listWithExamples(db: Kysely<Database>, scope: MeasuredScope, names: readonly string[]) {
  return selectWithExamples(db, valuesOf(scope, names), tableOf(scope.buckets))
}

const selectWithExamples = prepareByShape((db, values: MeasuredValues, table: MeasuredTable) =>
  selectMeasured(db, values, table).select('examples'),
)

/** Rows with their sketches; of some names, or of all. */
export function listMeasured(db: Kysely<Database>, scope: MeasuredScope, names?: readonly string[]) {
  return selectSketches(db, valuesOf(scope, names), tableOf(scope.buckets))
}

const selectSketches = prepareByShape(selectMeasured)

function selectMeasured(db: Kysely<Database>, values: MeasuredValues, table: MeasuredTable) {
  return selectRows(db, values, table).select([
    'project_id as projectId',
    'hour',
    'name',
    'op',
    'side',
    'quantity',
    'failures',
    'total_ms as totalMs',
    'sketch',
  ])
}

type MeasuredTable = 'performance_hour' | 'performance_day'

interface MeasuredValues {
  projectIds: readonly number[]
  hours: readonly number[]
  kind: MeasuredKind
  environment: string | undefined
  names: readonly string[] | undefined
}

function valuesOf(
  { projectIds, environment, buckets, kind }: MeasuredScope,
  names?: readonly string[],
): MeasuredValues {
  return { projectIds, hours: hoursOf(buckets), kind, environment, names }
}

function selectRows(
  db: Kysely<Database>,
  { projectIds, hours, kind, environment, names }: MeasuredValues,
  table: MeasuredTable,
) {
  // each hour by its key: between two hours lies all that is of other kinds
  return db
    .selectFrom(table)
    .where('project_id', 'in', projectIds)
    .where('hour', 'in', hours)
    .where('kind', '=', kind)
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
}

function tableOf(buckets: MeasuredBuckets): MeasuredTable {
  return isOfDays(buckets) ? 'performance_day' : 'performance_hour'
}

/** Whole days are kept merged. */
function isOfDays({ start, stepMs }: MeasuredBuckets): boolean {
  const dayMs = DAY_HOURS * HOUR_MS
  return stepMs % dayMs === 0 && start % dayMs === 0
}

function hoursOf(buckets: MeasuredBuckets): number[] {
  const { start, stepMs, count } = buckets
  const step = isOfDays(buckets) ? DAY_HOURS : 1
  const [from, length] = [start / HOUR_MS, (stepMs * count) / HOUR_MS]
  return Array.from({ length: length / step }, (_, index) => from + index * step)
}

/** The bucket of a row's hour. */
export function bucketOf({ start, stepMs }: MeasuredBuckets, hour: number): number {
  return Math.floor((hour * HOUR_MS - start) / stepMs)
}

/** As long, just before. */
export function bucketsBefore({ start, stepMs, count }: MeasuredBuckets): MeasuredBuckets {
  return { start: start - stepMs * count, stepMs, count }
}
