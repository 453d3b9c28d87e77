import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { UnseenTitle } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { BulkBar } from '#renderer/views/issue/list/BulkBar.tsx'
import { IssueTable } from '#renderer/views/issue/list/IssueTable.tsx'
import { useRowsInView } from '#renderer/views/issue/list/rows-in-view.ts'
import { ViewMenus } from '#renderer/views/issue/list/ViewMenus.tsx'
import { ViewBar, ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { StaticHtml } from '#renderer/views/issue/static/StaticHtml.tsx'
import type { loader } from './+loader.ts'

export default function IssuesPage() {
  const { issues, next, previous, filters, tabs, trend, trends, staticHtml, isFirst, ...head } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const mayWork = useMay('member')
  const rows = useRowsInView(issues)
  return (
    <>
      <UnseenTitle title={say.title} />
      <div role="status" data-live-list />
      {!isFirst && (
        <ViewBar>
          <ViewTabs label={say.views} tabs={tabs} />
          <ButtonLink href={filters.href}>{filters.name}</ButtonLink>
          <ViewMenus {...head} mayShare={mayWork} />
        </ViewBar>
      )}
      {staticHtml.refusal && <StaticHtml html={staticHtml.refusal} />}
      {staticHtml.facets && <StaticHtml html={staticHtml.facets} />}
      <ActionNotice result={result} />
      {issues.length > 0 && (
        <IssueTable issues={rows} now={now} trend={trend} trends={trends} isReadOnly={!mayWork} />
      )}
      {staticHtml.bulk && <BulkBar actions={staticHtml.bulk} />}
      {staticHtml.empty && <StaticHtml html={staticHtml.empty} />}
      <Pagination newest={previous} older={next} labels={[say.previous, say.next]} />
    </>
  )
}
