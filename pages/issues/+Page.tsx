import { useFrame, usePageData } from '../../renderer/page-data.ts'
import { issuesPath } from '../../renderer/paths.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Pagination } from '../../renderer/ui/content/Pagination.tsx'
import { FirstReport } from '../../renderer/ui/issue/FirstReport.tsx'
import { IssueTable } from '../../renderer/ui/issue/IssueTable.tsx'
import { ProjectFilter } from '../../renderer/ui/issue/ProjectFilter.tsx'
import { useRowsInView } from '../../renderer/ui/issue/rows-in-view.ts'
import type { loader } from './+loader.ts'

export default function IssuesPage() {
  const { issues, nextCursor, isFirstPage, projectSlug, reportTo } = usePageData<typeof loader>()
  const { projects, now } = useFrame()
  const project = projectSlug ?? undefined
  const rows = useRowsInView(issues)
  return (
    <>
      <PageHead title="Issues" />
      <ProjectFilter projects={projects} chosen={projectSlug} />
      {reportTo !== null && <FirstReport project={reportTo} />}
      {issues.length > 0 && <IssueTable issues={rows} now={now} />}
      {issues.length === 0 && !isFirstPage && <p>There are no older issues.</p>}
      <Pagination
        newest={isFirstPage ? undefined : issuesPath({ project })}
        older={nextCursor === null ? undefined : issuesPath({ project, cursor: nextCursor })}
      />
    </>
  )
}
