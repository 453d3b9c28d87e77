import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Category, Outcome } from '#server/protocol/outcome.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface OutcomeFilter {
  projectIds: readonly number[]
  /** Hours are counted from the epoch; the last is not part of the period. */
  fromHour: number
  beforeHour: number
}

export interface OutcomeSum {
  projectId: number
  keyId: number
  category: Category
  outcome: Outcome
  reason: string
  quantity: number
}

/** What became of items, by hour and outcome. */
export function sumOutcomeHours(db: Kysely<Database>, filter: OutcomeFilter) {
  return selectOutcomes(db, filter)
    .select(['hour', 'outcome', ({ fn }) => fn.sum<number>('quantity').as('quantity')])
    .groupBy(['hour', 'outcome'])
    .orderBy('hour')
    .orderBy('outcome')
    .execute() as Promise<{ hour: number; outcome: Outcome; quantity: number }[]> // the writer stores no others
}

/** By everything that an outcome is counted by, but for its hour. */
export function sumOutcomes(db: Kysely<Database>, filter: OutcomeFilter): Promise<OutcomeSum[]> {
  return selectOutcomes(db, filter)
    .select(['project_id as projectId', 'key_id as keyId', 'category', 'outcome', 'reason'])
    .select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
    .groupBy(['project_id', 'key_id', 'category', 'outcome', 'reason'])
    .orderBy('project_id')
    .orderBy('key_id')
    .orderBy('category')
    .orderBy('outcome')
    .orderBy('reason')
    .execute() as Promise<OutcomeSum[]> // likewise
}

function selectOutcomes(db: Kysely<Database>, { projectIds, fromHour, beforeHour }: OutcomeFilter) {
  return (
    db
      .selectFrom('outcome')
      .where('project_id', 'in', projectIds)
      // its keys, so that the hours of each are a range of the primary key
      .where('key_id', 'in', (eb) =>
        eb
          .selectFrom('project_key')
          .select('project_key.id')
          .where('project_key.project_id', 'in', projectIds),
      )
      .where('hour', '>=', fromHour)
      .where('hour', '<', beforeHour)
  )
}

export function listKeyRows(db: Kysely<Database>, projectIds: readonly number[]) {
  return db
    .selectFrom('project_key')
    .select(['id', 'project_id as projectId', 'public_key as publicKey', 'is_active as isActive'])
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .execute()
}

const BY = {
  project: 'project_id as project',
  category: 'category',
  outcome: 'outcome',
  reason: 'reason',
} as const
export type OutcomeBy = keyof typeof BY

export interface GroupedOutcomes {
  /** 0 where sums are of the whole period. */
  hour: number
  by: Partial<Record<OutcomeBy, string | number>>
  quantity: number
}

export interface OutcomeGroups extends OutcomeFilter {
  by: readonly OutcomeBy[]
  isByHour: boolean
  /** Only these, where they are given. */
  only: Partial<Record<Exclude<OutcomeBy, 'project'>, readonly string[]>>
}

/** Sums by what is asked for, so that no more rows come than the answer needs. */
export async function sumOutcomeGroups(
  db: Kysely<Database>,
  { by, isByHour, only, ...filter }: OutcomeGroups,
): Promise<GroupedOutcomes[]> {
  let query = selectOutcomes(db, filter).select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
  for (const name of ['category', 'outcome', 'reason'] as const) {
    const given = only[name]
    if (given !== undefined) query = query.where(name, 'in', given)
  }
  const grouped = isByHour ? query.select('hour').groupBy('hour').orderBy('hour') : query
  const rows = await by
    .reduce(
      (part, name) => part.select(BY[name]).groupBy(name === 'project' ? 'project_id' : name),
      grouped as SelectQueryBuilder<Database, 'outcome', { quantity: number } & Partial<OutcomeRow>>,
    )
    .execute()
  return rows.flatMap(({ hour = 0, quantity, ...row }) =>
    quantity === null ? [] : [{ hour, by: row, quantity }],
  )
}

type OutcomeRow = Record<'hour', number> & Record<OutcomeBy, string | number>
