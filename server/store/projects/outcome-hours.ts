import type { Kysely } from 'kysely'
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
