import type { Transaction } from 'kysely'
import { newSearchLines } from '#server/processing/search-lines.ts'
import type { Title } from '#server/processing/title.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface MappedTitle {
  projectId: number
  issueId: number
  /** What the issue is called by the frames as sent. */
  sent: Title
  mapped: Title
}

/**
 * An issue that is still called by its frames as sent is called by their sources. Its value may be that of another event,
 * with other ids in it, so each column is changed by itself.
 */
export async function setMappedTitle(
  trx: Transaction<Database>,
  { projectId, issueId, sent, mapped }: MappedTitle,
): Promise<void> {
  for (const column of ['type', 'value', 'culprit'] as const) {
    if (sent[column] === mapped[column]) continue
    await trx
      .updateTable('issue')
      .set({ [column]: mapped[column] })
      .where('id', '=', issueId)
      .where(column, '=', sent[column])
      .execute()
  }
  await addSearchLines(trx, { projectId, issueId, mapped })
}

async function addSearchLines(
  trx: Transaction<Database>,
  { projectId, issueId, mapped }: Omit<MappedTitle, 'sent'>,
): Promise<void> {
  const known = await trx
    .selectFrom('issue_text')
    .select(['text', 'line_hashes as hashes'])
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  const added = newSearchLines([mapped], known?.hashes ?? '')
  if (added.lines.length === 0) return
  const text = [...(known ? [known.text] : []), ...added.lines].join('\n')
  const line_hashes = (known?.hashes ?? '') + added.hashes
  await trx
    .insertInto('issue_text')
    .values({ issue_id: issueId, project_id: projectId, text, line_hashes })
    .onConflict((oc) => oc.column('issue_id').doUpdateSet({ text, line_hashes }))
    .execute()
}
