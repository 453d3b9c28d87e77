import type { Kysely, Transaction } from 'kysely'
import { formatShortId } from '#server/protocol/short-id.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Notes that two issues have the same source. It is shown on both until they are merged or one is deleted. */
export async function suggestMerge(
  trx: Transaction<Database>,
  { projectId, issueIds: [one, other], now }: { projectId: number; issueIds: [number, number]; now: number },
): Promise<void> {
  await trx
    .insertInto('merge_suggestion')
    .values({
      project_id: projectId,
      low_issue_id: Math.min(one, other),
      high_issue_id: Math.max(one, other),
      created_at: now,
    })
    .onConflict((oc) => oc.columns(['low_issue_id', 'high_issue_id']).doNothing())
    .execute()
}

const MOST_SHOWN = 3

/** The issues that have the same source as this one, the latest suggestion first. */
export async function listSuggestedMerges(db: Kysely<Database>, issueId: number) {
  const rows = await selectSuggested(db, { issueId })
  return rows.map(({ number, projectSlug, ...issue }) => ({
    ...issue,
    mergeInto: formatShortId({ number, projectSlug }),
  }))
}

const selectSuggested = prepareQuery((db, { issueId }: { issueId: number }) =>
  db
    .selectFrom('merge_suggestion')
    .innerJoin('issue', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([eb('low_issue_id', '=', issueId), eb('issue.id', '=', eb.ref('high_issue_id'))]),
          eb.and([eb('high_issue_id', '=', issueId), eb('issue.id', '=', eb.ref('low_issue_id'))]),
        ]),
      ),
    )
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select(['issue.id', 'issue.number', 'project.slug as projectSlug'])
    .select(['issue.type', 'issue.value', 'issue.culprit', 'issue.level', 'issue.status'])
    .select(['issue.last_seen as lastSeen', 'issue.event_count as eventCount'])
    .where((eb) => eb.or([eb('low_issue_id', '=', issueId), eb('high_issue_id', '=', issueId)]))
    .where('issue.deleted_at', 'is', null)
    .orderBy('merge_suggestion.created_at', 'desc')
    .limit(MOST_SHOWN),
)
