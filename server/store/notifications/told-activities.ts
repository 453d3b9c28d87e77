import type { Kysely } from 'kysely'
import type { ActivityEntry } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type ToldActivity = ActivityEntry & {
  id: number
  /** The name of an account or a token; null for the desk. */
  who: string | null
}

/** Lines of the history of issues, by their ids; those that were deleted since are missing. */
export async function readActivities(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  ids: readonly number[],
): Promise<Map<number, ToldActivity>> {
  const rows = await db
    .selectFrom('issue_activity')
    .leftJoin('account', 'account.id', 'issue_activity.account_id')
    .select(['issue_activity.id', 'issue_activity.kind', 'issue_activity.data'])
    .select(['account.email', 'account.name'])
    .where('issue_activity.id', 'in', [0, ...ids]) // no line has the first, and a list needs one
    .execute()
  return new Map(
    rows.map(({ id, kind, data, name, email }) => {
      const { by, ...rest } = JSON.parse(data) as { by?: string } // written by recordActivities
      const activity = { id, kind, data: rest, who: name || email || (by ?? null) } as ToldActivity // as above
      return [id, activity]
    }),
  )
}

/** The issues that these were merged into. */
export async function readRedirects(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  issueIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('issue_redirect')
    .select(['old_issue_id as from', 'issue_id as to'])
    .where('old_issue_id', 'in', [0, ...issueIds])
    .execute()
  return new Map(rows.map(({ from, to }) => [from, to]))
}
