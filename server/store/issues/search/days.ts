import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'

/** Events by day of each of these issues, from `fromDay` (whole days since the epoch) on. */
export async function readIssueDays(
  db: Kysely<Database>,
  issueIds: readonly number[],
  { fromDay, days }: { fromDay: number; days: number },
): Promise<number[][]> {
  const ofIssues = new Map(issueIds.map((id) => [id, new Array<number>(days).fill(0)]))
  const rows = await queryDays(db, { ids: JSON.stringify(issueIds.map((id) => [id])), fromDay })
  for (const { issueId, day, eventCount } of rows) {
    const counts = ofIssues.get(issueId)
    if (counts && day - fromDay < days) counts[day - fromDay] = eventCount
  }
  return issueIds.map((id) => ofIssues.get(id) ?? [])
}

const queryDays = prepareQuery((db, { ids, fromDay }: { ids: string; fromDay: number }) =>
  db
    .selectFrom('issue')
    .innerJoin('issue_day', (join) =>
      join
        .onRef('issue_day.project_id', '=', 'issue.project_id')
        .onRef('issue_day.issue_id', '=', 'issue.id'),
    )
    .where('issue.id', 'in', ({ selectFrom }) =>
      selectFrom(rows(ids, { id: 'integer' }).as('wanted')).select('wanted.id'),
    )
    .where('issue_day.day', '>=', fromDay)
    .select(['issue_day.issue_id as issueId', 'issue_day.day', 'issue_day.event_count as eventCount']),
)
