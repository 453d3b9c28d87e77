import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { statusPagesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/status-pages.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { StatusPageForm } from '#renderer/views/status/StatusPageForm.tsx'
import styles from '#renderer/views/status/status.module.css'
import type { loader } from './+loader.ts'

export default function NewStatusPagePage() {
  const { choices } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <Crumbs crumbs={[{ name: say.title, href: statusPagesPath }]} />
      <PageHead title={say.add} />
      <ActionNotice result={result} />
      <StatusPageForm choices={choices} result={result} />
    </div>
  )
}
