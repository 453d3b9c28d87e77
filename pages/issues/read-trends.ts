import type { PagePeriod } from '#renderer/scope.ts'
import type { ListTrend } from '#renderer/views/issue/list/IssueTable.tsx'
import type { Desk } from '#server/desk/desk.ts'
import type { IssueFilter, IssueSummary } from '#server/models/issues.ts'
import type { IssueParams } from './issue-params.ts'
import { minuteTrendOf, trendOf } from './trend-of.ts'

interface ReadTrends {
  trend: ListTrend
  /** The events of each issue by bar; absent for the last 24 hours, which every issue of a list comes with. */
  trends?: number[][] | undefined
}

/** Reads the trends of a list: by minutes where a part of a day is chosen and its events are stored. */
export async function readTrends(
  desk: Desk,
  issues: readonly IssueSummary[],
  {
    params,
    shown,
    filter,
  }: {
    params: IssueParams
    shown: { period: PagePeriod | undefined; now: number; zone: string }
    filter: Pick<IssueFilter, 'query' | 'environment'>
  },
): Promise<ReadTrends> {
  const minutes = minuteTrendOf(shown)
  const trends = minutes && (await desk.issues.listTrends(issues, minutes.bars, filter))
  if (minutes && trends) return { trend: minutes.trend, trends }
  const { trend, bars } = trendOf(params, shown)
  return { trend, ...(bars && { trends: await desk.issues.listTrends(issues, bars, filter) }) }
}
