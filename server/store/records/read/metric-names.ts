import type { Kysely } from 'kysely'
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
