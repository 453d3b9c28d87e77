import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

interface NameQuery {
  projectId: number
  /** Only names after this one. */
  after: string
  limit: number
}

/**
 * Lists the names of a project's metrics in their order. The index is asked for the next name again and again, so that
 * this costs as much as there are names, however many values they have.
 */
export async function listMetricNames(
  db: Kysely<Database>,
  { projectId, after, limit }: NameQuery,
): Promise<string[]> {
  const rows = await db
    .withRecursive('named', (query) =>
      query
        .selectFrom('metric')
        .select((eb) => eb.fn.min<string | null>('metric.name').as('name'))
        .where('metric.project_id', '=', projectId)
        .where('metric.name', '>', after)
        .unionAll(
          query
            .selectFrom('named')
            .select((eb) =>
              eb
                .selectFrom('metric')
                .select((inner) => inner.fn.min<string | null>('metric.name').as('name'))
                .where('metric.project_id', '=', projectId)
                .whereRef('metric.name', '>', 'named.name')
                .as('name'),
            )
            .where('named.name', 'is not', null),
        ),
    )
    .selectFrom('named')
    .select('name')
    .where('name', 'is not', null)
    .limit(limit)
    .execute()
  return rows.flatMap(({ name }) => name ?? [])
}

interface TrendQuery {
  projectId: number
  name: string
  fromUs: number
  stepUs: number
  steps: number
  environment: string | undefined
  /** Whether values add up. */
  addsUp: boolean
}

/** The newest values of each step, which are enough for a small line. */
const TREND_VALUES = 50

/** Gives the mean, or the sum, of the newest values of each step of time; null for a step without any. */
export async function readMetricTrend(
  db: Kysely<Database>,
  { projectId, name, fromUs, stepUs, steps, environment, addsUp }: TrendQuery,
): Promise<(number | null)[]> {
  const rows = await db
    .withRecursive('step', (query) =>
      query.selectNoFrom(sql<number>`cast(${fromUs} as bigint)`.as('from_us')).unionAll(
        query
          .selectFrom('step')
          .select(sql<number>`from_us + ${stepUs}`.as('from_us'))
          .where('from_us', '<', fromUs + (steps - 1) * stepUs),
      ),
    )
    .selectFrom('step')
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('metric')
            .select(['value', 'environment'])
            .where('project_id', '=', projectId)
            .where('name', '=', name)
            .whereRef('timestamp_us', '>=', 'step.from_us')
            .where('timestamp_us', '<', sql<number>`step.from_us + ${stepUs}`)
            .orderBy('timestamp_us', 'desc')
            .orderBy('content_hash', 'desc')
            .limit(TREND_VALUES)
            .as('newest'),
        )
        .select((inner) => inner.fn<number | null>(addsUp ? 'sum' : 'avg', ['newest.value']).as('amount'))
        .$if(environment !== undefined, (query) => query.where('newest.environment', '=', environment ?? ''))
        .as('amount'),
    )
    .orderBy('step.from_us')
    .execute()
  return rows.map(({ amount }) => (amount === null ? null : Number(amount)))
}
