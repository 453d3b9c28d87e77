import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { OwnershipForm } from '#renderer/views/project/settings/ownership/OwnershipForm.tsx'
import { OwnershipNotes } from '#renderer/views/project/settings/ownership/OwnershipNotes.tsx'
import { OwnershipPreview } from '#renderer/views/project/settings/ownership/OwnershipPreview.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ProjectOwnershipPage() {
  const { project, ownership } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  const shown = result?.kind === 'done' ? result.value : undefined
  return (
    <>
      <SettingsHead project={project} part="ownership" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        {shown !== undefined && <OwnershipPreview preview={shown.preview} />}
        <OwnershipNotes notes={(shown?.preview ?? ownership).notes} />
        <OwnershipForm
          key={shown === undefined ? '' : 'typed'}
          version={ownership.version}
          value={{ ...ownership.value, ...shown?.typed }}
          result={result}
        />
      </div>
    </>
  )
}
