import { alertsPath, channelsPath } from '#renderer/paths.ts'
import { tabs as say, tabsLabel } from '#renderer/texts/alerts/rules.ts'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import styles from './alert.module.css'

type Tab = keyof typeof say

/** The links between the lists of alerts. */
export function AlertTabs({ chosen }: { chosen: Tab }) {
  const paths: Record<Tab, string> = { rules: alertsPath, channels: channelsPath, messages: messagesPath() }
  const tabs = (['rules', 'channels', 'messages'] as const).map((tab) => ({
    name: say[tab],
    href: paths[tab],
    isChosen: tab === chosen,
  }))
  return (
    <div className={styles.tabs}>
      <ViewTabs label={tabsLabel} tabs={tabs} />
    </div>
  )
}
