import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { type EditableIssue, listEditableIssues } from './edits.ts'
import { mergeIssues } from './merge.ts'
import { suggestMerge } from './merge-suggestions.ts'

/**
 * Two issues turn out to be one. They are merged if both are open and nobody has done anything with one of them: it becomes
 * part of the other, or of the older one, and can be split off again. Otherwise their pages suggest it. Gives the issue that
 * stays of the first.
 */
export async function joinMappedIssues(
  trx: Transaction<Database>,
  issueIds: readonly [number, number],
  now: number,
): Promise<number> {
  const issues = await listEditableIssues(trx, issueIds)
  const [older, younger] = await byAge(trx, issues)
  if (older === undefined || younger === undefined) return issueIds[0]
  const isOpen = issues.every(({ status }) => status === 'open')
  const gone = !isOpen
    ? undefined
    : (await isUntouched(trx, younger))
      ? younger
      : (await isUntouched(trx, older))
        ? older
        : undefined
  if (gone === undefined) {
    await suggestMerge(trx, { projectId: older.projectId, issueIds: [older.id, younger.id], now })
    return issueIds[0]
  }
  const kept = gone === younger ? older : younger
  await mergeIssues(trx, kept, [gone], { actor: undefined, now })
  return kept.id
}

async function byAge(trx: Transaction<Database>, issues: readonly EditableIssue[]): Promise<EditableIssue[]> {
  const rows = await trx
    .selectFrom('issue')
    .select('id')
    .where('id', 'in', [0, ...issues.map(({ id }) => id)]) // no row has the first, and a list needs one
    .orderBy('first_seen')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id }) => issues.filter((issue) => issue.id === id))
}

/** The activity that the desk writes by itself. */
const BY_ITSELF = ['first-seen', 'regressed', 'escalating', 'lapsed', 'merged']

async function isUntouched(
  trx: Transaction<Database>,
  { id, assignedTo, assignedTeam }: EditableIssue,
): Promise<boolean> {
  if (assignedTo !== null || assignedTeam !== null) return false
  const line = await trx
    .selectFrom('issue_activity')
    .select('id')
    .where('issue_id', '=', id)
    .where((eb) => eb.or([eb('account_id', 'is not', null), eb('kind', 'not in', BY_ITSELF)]))
    .limit(1)
    .executeTakeFirst()
  if (line) return false
  const bookmark = await trx
    .selectFrom('issue_bookmark')
    .select('issue_id')
    .where('issue_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return bookmark === undefined
}
