import { useActionResult, useFrame, usePageData } from '../../renderer/page-data.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Pagination } from '../../renderer/ui/content/Pagination.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'
import { BulkBar } from '../../renderer/ui/issue/BulkBar.tsx'
import { FirstReport } from '../../renderer/ui/issue/FirstReport.tsx'
import styles from '../../renderer/ui/issue/IssueSearch.module.css'
import { IssueSearch } from '../../renderer/ui/issue/IssueSearch.tsx'
import { IssueTable } from '../../renderer/ui/issue/IssueTable.tsx'
import { useRowsInView } from '../../renderer/ui/issue/rows-in-view.ts'
import { ViewTabs } from '../../renderer/ui/issue/ViewTabs.tsx'
import type { loader } from './+loader.ts'

export default function IssuesPage() {
  const { issues, next, previous, search, tabs, firstReport } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const rows = useRowsInView(issues)
  return (
    <>
      <PageHead title="Issues" />
      <div role="status" data-live-list />
      <ViewTabs label="Projects" tabs={tabs.projects} />
      {firstReport !== null ? (
        <FirstReport {...firstReport} />
      ) : (
        <>
          <IssueSearch {...search} />
          <div className={styles.views}>
            <ViewTabs label="States" tabs={tabs.states} isQuiet />
            <ViewTabs label="Order" tabs={tabs.sorts} isQuiet />
          </div>
          <ActionNotice result={result} />
          {issues.length > 0 && <IssueTable issues={rows} now={now} />}
          <BulkBar />
          {issues.length === 0 && search.refusal === null && (
            <p className={styles.none}>No issue is like that.</p>
          )}
        </>
      )}
      <Pagination newest={previous} older={next} labels={['Previous', 'Next']} />
    </>
  )
}
