import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { intro, none, secret as saySecret } from '#renderer/texts/settings/trackers.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { AddTracker } from '#renderer/views/project/settings/trackers/AddTracker.tsx'
import { TrackerCard } from '#renderer/views/project/settings/trackers/TrackerCard.tsx'
import { NewSecret } from '#renderer/views/token/NewSecret.tsx'
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
        {made && (
          <NewSecret
            key={made.secret}
            title={saySecret.name(made.name)}
            secret={made.secret}
            once={saySecret.once}
          />
        )}
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
