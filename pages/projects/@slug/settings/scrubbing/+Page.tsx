import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { ScrubbingForm } from '#renderer/views/project/settings/ScrubbingForm.tsx'
import { ScrubbingPreview } from '#renderer/views/project/settings/ScrubbingPreview.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ProjectScrubbingPage() {
  const { project, scrubbing } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const shown = result?.kind === 'done' ? result.value : undefined
  return (
    <>
      <SettingsHead project={project} part="scrubbing" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <ScrubbingForm setting={scrubbing} previewed={shown?.asked} result={result} />
        {shown !== undefined && <ScrubbingPreview preview={shown.preview} now={now} />}
      </div>
    </>
  )
}
