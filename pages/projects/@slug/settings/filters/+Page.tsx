import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { BuiltInFilters, FiltersForm } from '#renderer/views/project/settings/FiltersForm.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { loader } from './+loader.ts'

export default function ProjectFiltersPage() {
  const { project, filters, counts } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <>
      <SettingsHead project={project} part="filters" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <FiltersForm setting={filters} counts={counts} result={result} />
        <BuiltInFilters counts={counts} />
      </div>
    </>
  )
}
