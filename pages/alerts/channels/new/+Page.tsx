import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath, channelsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/channels.ts'
import { title as alerts } from '#renderer/texts/alerts/rules.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { ChannelForm } from '#renderer/views/alert/channel/ChannelForm.tsx'
import type { loader } from './+loader.ts'

export default function NewChannelPage() {
  const { label, fields } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <Crumbs
        crumbs={[
          { name: alerts, href: alertsPath },
          { name: say.title, href: channelsPath },
        ]}
      />
      <PageHead title={say.form.newTitle(label)} />
      <ActionNotice result={result} />
      <ChannelForm fields={fields} result={result} />
    </div>
  )
}
