import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/settings/instance.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { BackupSection } from '#renderer/views/instance/BackupSection.tsx'
import { CheckSection } from '#renderer/views/instance/CheckSection.tsx'
import { FactSection } from '#renderer/views/instance/FactSection.tsx'
import styles from '#renderer/views/instance/instance.module.css'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function InstancePage() {
  const { facts, backups, signIn } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      <FactSection facts={facts} signIn={signIn} />
      <BackupSection backups={backups} bucket={facts.bucket} now={now} />
      <CheckSection checks={result?.kind === 'done' ? result.value?.checks : undefined} />
    </div>
  )
}
