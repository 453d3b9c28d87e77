import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/alerts/channels.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { AlertTabs } from '#renderer/views/alert/AlertTabs.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { ChannelKinds } from '#renderer/views/alert/channel/ChannelKinds.tsx'
import { ChannelTable } from '#renderer/views/alert/channel/ChannelTable.tsx'
import type { loader } from './+loader.ts'

export default function ChannelsPage() {
  const { channels, kinds } = usePageData<typeof loader>()
  const { now } = useFrame()
  const isAdmin = useMay('admin')
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <AlertTabs chosen="channels" />
      <ActionNotice result={useActionResult()} />
      {channels.length > 0 ? (
        <ChannelTable channels={channels} now={now} isAdmin={isAdmin} />
      ) : (
        <EmptyState title={say.noneTitle}>
          <p>{isAdmin ? say.none : say.noneForViewer}</p>
        </EmptyState>
      )}
      {isAdmin && <ChannelKinds kinds={kinds} />}
    </div>
  )
}
