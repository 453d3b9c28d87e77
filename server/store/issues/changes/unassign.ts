import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Who is about to be deleted, with the name that lines of history keep. */
export type Leaving = { accountId: number; name: string } | { teamId: number; name: string }

/**
 * Takes all issues from an account or a team that is about to be deleted, with a line in the history of each that says why.
 * There may be many, so the lines are made by one statement.
 */
export async function unassignAll(trx: Transaction<Database>, leaving: Leaving, now: number): Promise<void> {
  const isTeam = 'teamId' in leaving
  const column = isTeam ? 'assigned_team' : 'assigned_to'
  const id = isTeam ? leaving.teamId : leaving.accountId
  const data = JSON.stringify({ was: leaving.name, why: isTeam ? 'team-deleted' : 'account-removed' })
  const lines = (db: Pick<Kysely<Database>, 'selectFrom'>) =>
    db
      .selectFrom('issue')
      .select(['project_id', 'id', sql<string>`'unassigned'`.as('kind')])
      .select([sql<string>`cast(${data} as text)`.as('data'), sql<number>`cast(${now} as bigint)`.as('at')])
      .where(column, '=', id)
      .where('deleted_at', 'is', null)
  await trx
    .insertInto('issue_activity')
    .columns(['project_id', 'issue_id', 'kind', 'data', 'created_at'])
    .expression(lines(trx))
    .execute()
  await trx
    .updateTable('issue')
    .set({ [column]: null })
    .where(column, '=', id)
    .execute()
}
