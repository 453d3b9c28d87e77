import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { RuleForm } from '#renderer/views/project/settings/grouping/RuleForm.tsx'
import { RuleList } from '#renderer/views/project/settings/grouping/RuleList.tsx'
import { RulePreview } from '#renderer/views/project/settings/grouping/RulePreview.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ProjectGroupingPage() {
  const { project, grouping } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  const shown = result?.kind === 'done' ? result.value : undefined
  const typed = result?.kind === 'refused' ? result.values : (shown?.typed ?? {})
  return (
    <>
      <SettingsHead project={project} part="grouping" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <RuleList setting={grouping} />
        <RuleForm
          key={shown === undefined ? '' : 'typed'}
          version={grouping.version}
          typed={typed}
          result={result}
        />
        {shown !== undefined && <RulePreview preview={shown.preview} />}
      </div>
    </>
  )
}
