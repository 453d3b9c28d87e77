import type { Transaction } from 'kysely'
import type { Mention } from '#server/models/accounts/mention.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Stores whom a comment mentions, so that they find its issue, instead of those whom it mentioned before. */
export async function saveMentions(
  trx: Transaction<Database>,
  { projectId, activityId }: { projectId: number; activityId: number },
  mentions: readonly Mention[],
): Promise<void> {
  await trx
    .deleteFrom('issue_mention')
    .where('project_id', '=', projectId)
    .where('activity_id', '=', activityId)
    .execute()
  const names = new Map(mentions.map((mention) => [`${mention.type} ${mention.id}`, mention]))
  if (names.size === 0) return
  const rows = [...names.values()].map(({ type, id }) => ({
    ...{ project_id: projectId, activity_id: activityId },
    account_id: type === 'user' ? id : null,
    team_id: type === 'team' ? id : null,
  }))
  await trx.insertInto('issue_mention').values(rows).execute()
}
