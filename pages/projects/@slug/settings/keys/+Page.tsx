import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { keys as say } from '#renderer/texts/settings/project-settings.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { AddKey } from '#renderer/views/project/settings/keys/AddKey.tsx'
import { KeyList } from '#renderer/views/project/settings/keys/KeyList.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { loader } from './+loader.ts'

export default function ProjectKeysPage() {
  const { project, keys, limits } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  return (
    <>
      <SettingsHead project={project} part="keys" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <p className={styles.lead}>{say.intro}</p>
        <KeyList project={project.slug} keys={keys} limits={limits} now={now} result={result} />
        {!project.isGoing && <AddKey result={result} />}
      </div>
    </>
  )
}
