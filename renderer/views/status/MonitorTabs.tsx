import { monitorsPath, statusPagesPath } from '#renderer/paths.ts'
import { tabs as say, tabsLabel } from '#renderer/texts/uptime/status-pages.ts'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'

/** The links between monitors and status pages. */
export function MonitorTabs({ chosen }: { chosen: keyof typeof say }) {
  const paths = { monitors: monitorsPath(), pages: statusPagesPath }
  const tabs = (['monitors', 'pages'] as const).map((tab) => ({
    name: say[tab],
    href: paths[tab],
    isChosen: tab === chosen,
  }))
  return <ViewTabs label={tabsLabel} tabs={tabs} />
}
