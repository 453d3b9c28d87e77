import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/notifications/notifications.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import styles from '#renderer/views/account/account.module.css'
import { BrowserSection } from '#renderer/views/notifications/BrowserSection.tsx'
import { DigestSection } from '#renderer/views/notifications/DigestSection.tsx'
import { QuietSection } from '#renderer/views/notifications/QuietSection.tsx'
import { SubscriptionSection } from '#renderer/views/notifications/SubscriptionSection.tsx'
import { WaysSection } from '#renderer/views/notifications/WaysSection.tsx'
import type { loader } from './+loader.ts'

export default function NotificationsPage() {
  const { own, zone, zones, browsers, pushKey, subscriptions, hasMore, now } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      <WaysSection own={own} />
      <BrowserSection browsers={browsers} publicKey={pushKey} now={now} />
      <QuietSection choices={own.choices} zone={zone} zones={zones} result={result} />
      <DigestSection choices={own.choices} zone={zone} zones={zones} />
      <SubscriptionSection subscriptions={subscriptions} hasMore={hasMore} now={now} />
    </div>
  )
}
