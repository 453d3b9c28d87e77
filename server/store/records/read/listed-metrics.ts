import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { MetricRecord } from '#server/processing/record.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'

/** One metric of one project. */
export interface ListedMetric {
  projectId: number
  name: string
}

interface SummaryQuery {
  fromUs: number
  /** The period ends before it. */
  beforeUs: number
  environment: string | undefined
  /** Values of each metric that are looked at, at most, the newest first. */
  bound: number
}

export type NewestPoint = Awaited<ReturnType<typeof listNewestPoints>>[number]

/** Lists the newest value of each of these metrics that is of the environment. `position` is the metric's place among them. */
export async function listNewestPoints(
  db: Kysely<Database>,
  metrics: readonly ListedMetric[],
  query: SummaryQuery,
) {
  const found = await db
    .selectFrom(listed(metrics).as('listed'))
    .innerJoin('metric', (join) =>
      join.on('metric.id', '=', (eb) =>
        eb
          .selectFrom(
            newestOf(eb, query).select(['id', 'environment', 'timestamp_us', 'content_hash']).as('newest'),
          )
          .select('newest.id')
          .$if(query.environment !== undefined, (of) =>
            of.where('newest.environment', '=', query.environment ?? ''),
          )
          .orderBy('newest.timestamp_us', 'desc')
          .orderBy('newest.content_hash', 'desc')
          .limit(1),
      ),
    )
    .select(['listed.position', 'timestamp_us as timestampUs', 'type', 'value', 'unit'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .execute()
  return found.map((row) => ({ ...row, type: row.type as MetricRecord['type'] })) // as the writer stores them
}

/** Counts the values of each of these metrics, in their order: of all environments, by the index alone. */
export async function countListedPoints(
  db: Kysely<Database>,
  metrics: readonly ListedMetric[],
  query: SummaryQuery,
): Promise<number[]> {
  const counted = await db
    .selectFrom(listed(metrics).as('listed'))
    .select((eb) =>
      eb
        .selectFrom(
          newestOf(eb, query)
            .select('timestamp_us')
            .$if(query.environment !== undefined, (of) => of.select('environment'))
            .as('newest'),
        )
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .$if(query.environment !== undefined, (of) =>
          of.where('newest.environment', '=', query.environment ?? ''),
        )
        .as('count'),
    )
    .orderBy('listed.position')
    .execute()
  return counted.map(({ count }) => Number(count))
}

function newestOf(eb: ExpressionBuilder<Database & ListedRows, 'listed'>, query: SummaryQuery) {
  return eb
    .selectFrom('metric')
    .whereRef('metric.project_id', '=', 'listed.project_id')
    .whereRef('metric.name', '=', 'listed.name')
    .where('timestamp_us', '>=', query.fromUs)
    .where('timestamp_us', '<', query.beforeUs)
    .orderBy('timestamp_us', 'desc')
    .orderBy('content_hash', 'desc')
    .limit(query.bound)
}

interface ListedRows {
  listed: { position: number; project_id: number; name: string }
}

function listed(metrics: readonly ListedMetric[]) {
  return rows(JSON.stringify(metrics.map(({ projectId, name }, position) => [position, projectId, name])), {
    position: 'integer',
    project_id: 'integer',
    name: 'text',
  })
}

/** A metric, and whether its values add up. */
export interface TrendedMetric extends ListedMetric {
  addsUp: boolean
}

interface TrendQuery {
  fromUs: number
  stepUs: number
  steps: number
  environment: string | undefined
}

/** The newest values of each step, which are enough for a small line. */
const TREND_VALUES = 50

/** Gives the mean, or the sum, of the newest values of each step of time, for each metric; null for a step without any. */
export async function readMetricTrends(
  db: Kysely<Database>,
  metrics: readonly TrendedMetric[],
  { fromUs, stepUs, steps, environment }: TrendQuery,
): Promise<(number | null)[][]> {
  const keys = metrics.map(({ projectId, name, addsUp }, position) => [
    position,
    projectId,
    name,
    Number(addsUp),
  ])
  const columns = { position: 'integer', project_id: 'integer', name: 'text', adds_up: 'integer' } as const
  const found = await db
    .withRecursive('step', (query) =>
      query.selectNoFrom(sql<number>`cast(${fromUs} as bigint)`.as('from_us')).unionAll(
        query
          .selectFrom('step')
          .select(sql<number>`from_us + ${stepUs}`.as('from_us'))
          .where('from_us', '<', fromUs + (steps - 1) * stepUs),
      ),
    )
    .selectFrom([rows(JSON.stringify(keys), columns).as('listed'), 'step'])
    .select('listed.position')
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('metric')
            .select(['value', 'environment'])
            .whereRef('metric.project_id', '=', 'listed.project_id')
            .whereRef('metric.name', '=', 'listed.name')
            .whereRef('timestamp_us', '>=', 'step.from_us')
            .where('timestamp_us', '<', sql<number>`step.from_us + ${stepUs}`)
            .orderBy('timestamp_us', 'desc')
            .orderBy('content_hash', 'desc')
            .limit(TREND_VALUES)
            .as('newest'),
        )
        .select((inner) =>
          inner
            .case()
            .when('listed.adds_up', '=', 1)
            .then(inner.fn<number | null>('sum', ['newest.value']))
            .else(inner.fn<number | null>('avg', ['newest.value']))
            .end()
            .as('amount'),
        )
        .$if(environment !== undefined, (query) => query.where('newest.environment', '=', environment ?? ''))
        .as('amount'),
    )
    .orderBy('listed.position')
    .orderBy('step.from_us')
    .execute()
  const trends = metrics.map((): (number | null)[] => [])
  for (const { position, amount } of found) trends[position]?.push(amount === null ? null : Number(amount))
  return trends
}
