import { useActionResult, useFrame, usePageData } from '../../renderer/page-data.ts'
import * as say from '../../renderer/texts/issue-list.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Pagination } from '../../renderer/ui/content/Pagination.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'
import { BulkBar } from '../../renderer/ui/issue/BulkBar.tsx'
import { IssueSearch } from '../../renderer/ui/issue/IssueSearch.tsx'
import { IssueTable } from '../../renderer/ui/issue/IssueTable.tsx'
import { useRowsInView } from '../../renderer/ui/issue/rows-in-view.ts'
import { Still } from '../../renderer/ui/issue/still/Still.tsx'
import { ViewMenus } from '../../renderer/ui/issue/ViewMenus.tsx'
import { ViewTabs } from '../../renderer/ui/issue/ViewTabs.tsx'
import type { loader } from './+loader.ts'

export default function IssuesPage() {
  const { issues, next, previous, search, tabs, trend, dailyCounts, still, isFirst, ...head } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const rows = useRowsInView(issues)
  return (
    <>
      <PageHead title={say.title} actions={!isFirst && <ViewMenus {...head} query={search.query} />} />
      <div role="status" data-live-list />
      {!isFirst && <ViewTabs label={say.views} tabs={tabs} />}
      {!isFirst && <IssueSearch {...search} />}
      {still.facets && <Still html={still.facets} />}
      <ActionNotice result={result} />
      {issues.length > 0 && <IssueTable issues={rows} now={now} trend={trend} dailyCounts={dailyCounts} />}
      <BulkBar />
      {still.empty && <Still html={still.empty} />}
      <Pagination newest={previous} older={next} labels={[say.previous, say.next]} />
    </>
  )
}
