import { useActionResult, useFrame, usePageData } from '../../renderer/page-data.ts'
import { EmptyState } from '../../renderer/ui/content/EmptyState.tsx'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Pagination } from '../../renderer/ui/content/Pagination.tsx'
import { ButtonLink } from '../../renderer/ui/form/Button.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'
import { BulkBar } from '../../renderer/ui/issue/BulkBar.tsx'
import { Facets } from '../../renderer/ui/issue/Facets.tsx'
import { FirstReport } from '../../renderer/ui/issue/FirstReport.tsx'
import { IssueSearch } from '../../renderer/ui/issue/IssueSearch.tsx'
import { IssueTable } from '../../renderer/ui/issue/IssueTable.tsx'
import { useRowsInView } from '../../renderer/ui/issue/rows-in-view.ts'
import { ViewMenus } from '../../renderer/ui/issue/ViewMenus.tsx'
import { ViewTabs } from '../../renderer/ui/issue/ViewTabs.tsx'
import type { loader } from './+loader.ts'

export default function IssuesPage() {
  const {
    issues,
    next,
    previous,
    search,
    tabs,
    trend,
    dailyCounts,
    facets,
    emptiness,
    firstReport,
    ...head
  } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const rows = useRowsInView(issues)
  return (
    <>
      <PageHead title="Issues" actions={firstReport ? null : <ViewMenus {...head} query={search.query} />} />
      <div role="status" data-live-list />
      {firstReport !== null ? (
        <FirstReport {...firstReport} />
      ) : (
        <>
          <ViewTabs label="Views" tabs={tabs} />
          <IssueSearch {...search} isFiltering={facets !== undefined} />
          {facets && <Facets groups={facets} />}
          <ActionNotice result={result} />
          {issues.length > 0 && (
            <IssueTable issues={rows} now={now} trend={trend} dailyCounts={dailyCounts} />
          )}
          <BulkBar />
          {emptiness && (
            <EmptyState title={emptiness.title}>
              <p>{emptiness.text}</p>
              <ButtonLink href={emptiness.href}>{emptiness.way}</ButtonLink>
            </EmptyState>
          )}
        </>
      )}
      <Pagination newest={previous} older={next} labels={['Previous', 'Next']} />
    </>
  )
}
