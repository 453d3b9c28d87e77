import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { intro, none } from '#renderer/texts/settings/trackers.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { AddTracker } from '#renderer/views/project/settings/trackers/AddTracker.tsx'
import { HookSecret } from '#renderer/views/project/settings/trackers/HookSecret.tsx'
import { TrackerCard } from '#renderer/views/project/settings/trackers/TrackerCard.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ProjectTrackersPage() {
  const { project, trackers, kinds, chosen } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  const made = result?.kind === 'done' ? result.value : undefined
  return (
    <>
      <SettingsHead project={project} part="trackers" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        {made && <HookSecret key={made.secret} {...made} />}
        <p className={styles.lead}>{intro}</p>
        {trackers.length === 0 && <p>{none}</p>}
        {trackers.map((tracker) => (
          <TrackerCard key={tracker.id} tracker={tracker} result={result} />
        ))}
        {chosen !== null && (
          <AddTracker project={project.slug} kinds={kinds} chosen={chosen} result={result} />
        )}
      </div>
    </>
  )
}
