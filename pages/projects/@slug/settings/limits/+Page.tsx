import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { AddLimit } from '#renderer/views/project/settings/limits/AddLimit.tsx'
import { LimitList } from '#renderer/views/project/settings/limits/LimitList.tsx'
import { RetentionForm } from '#renderer/views/project/settings/limits/RetentionForm.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { loader } from './+loader.ts'

export default function ProjectLimitsPage() {
  const { project, rateLimits, retention, limits, defaultDays } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <>
      <SettingsHead project={project} part="limits" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <LimitList setting={rateLimits} states={limits} />
        <AddLimit version={rateLimits.version} result={result} />
        <RetentionForm setting={retention} defaultDays={defaultDays} result={result} />
      </div>
    </>
  )
}
