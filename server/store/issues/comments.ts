import type { Transaction } from 'kysely'
import type { Mention } from '#server/models/accounts/mention.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Actor } from './activity.ts'

/** A comment, and who wants to change it: only its author may. */
export interface OwnComment {
  id: number
  issueId: number
  actor: Actor
}

/** False when there is no such comment of theirs. */
export async function editComment(
  trx: Transaction<Database>,
  comment: OwnComment,
  { text, now, mentions }: { text: string; now: number; mentions: readonly Mention[] },
): Promise<boolean> {
  const found = await findOwnData(trx, comment)
  if (found === undefined) return false
  const { mentions: _before, ...data } = found
  await trx
    .updateTable('issue_activity')
    .set({ data: JSON.stringify({ ...data, text, editedAt: now, ...(mentions.length > 0 && { mentions }) }) })
    .where('id', '=', comment.id)
    .execute()
  return true
}

export async function deleteComment(trx: Transaction<Database>, comment: OwnComment): Promise<boolean> {
  if ((await findOwnData(trx, comment)) === undefined) return false
  await trx.deleteFrom('issue_activity').where('id', '=', comment.id).execute()
  return true
}

async function findOwnData(
  trx: Transaction<Database>,
  { id, issueId, actor }: OwnComment,
): Promise<{ by?: string; mentions?: unknown } | undefined> {
  const row = await trx
    .selectFrom('issue_activity')
    .select(['account_id as accountId', 'data'])
    .where('id', '=', id)
    .where('issue_id', '=', issueId)
    .where('kind', '=', 'comment')
    .executeTakeFirst()
  if (row === undefined || actor === undefined) return undefined
  const data = JSON.parse(row.data) as { by?: string } // recordActivities wrote it
  const isOwn =
    'accountId' in actor
      ? row.accountId === actor.accountId
      : row.accountId === null && data.by === actor.name
  return isOwn ? data : undefined
}
