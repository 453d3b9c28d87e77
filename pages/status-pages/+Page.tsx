import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { newStatusPagePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/status-pages.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { MonitorTabs } from '#renderer/views/status/MonitorTabs.tsx'
import { StatusPageTable } from '#renderer/views/status/StatusPageTable.tsx'
import styles from '#renderer/views/status/status.module.css'
import type { loader } from './+loader.ts'

export default function StatusPagesPage() {
  const { pages } = usePageData<typeof loader>()
  const result = useActionResult()
  const isAdmin = useMay('admin')
  return (
    <div className={styles.page}>
      <PageHead
        title={say.title}
        intro={say.intro}
        actions={isAdmin && <ButtonLink href={newStatusPagePath}>{say.add}</ButtonLink>}
      />
      <MonitorTabs chosen="pages" />
      <ActionNotice result={result} />
      {pages.length > 0 ? (
        <StatusPageTable pages={pages} isAdmin={isAdmin} />
      ) : (
        <EmptyState title={say.noneTitle}>
          <p>{say.none}</p>
        </EmptyState>
      )}
    </div>
  )
}
