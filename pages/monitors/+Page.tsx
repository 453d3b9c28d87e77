import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/monitors.ts'
import * as uptime from '#renderer/texts/uptime/checks.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { checkInSnippets } from '#renderer/views/monitor/check-in-snippets.ts'
import { MonitorTable } from '#renderer/views/monitor/MonitorTable.tsx'
import { MonitorTabs } from '#renderer/views/status/MonitorTabs.tsx'
import { CheckTable } from '#renderer/views/uptime/CheckTable.tsx'
import { newCheckPath } from '#renderer/views/uptime/paths.ts'
import styles from '#renderer/views/uptime/uptime.module.css'
import type { loader } from './+loader.ts'

export default function MonitorsPage() {
  const { monitors, checks, project, example, next, first } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const isAdmin = useMay('admin')
  const hasChecks = checks.length > 0
  return (
    <div className={styles.page}>
      <PageHead
        title={say.title}
        intro={say.intro}
        actions={isAdmin && <ButtonLink href={newCheckPath(project)}>{uptime.add}</ButtonLink>}
      />
      <MonitorTabs chosen="monitors" />
      <ActionNotice result={result} />
      {hasChecks && (
        <Section title={uptime.title}>
          <div className={styles.rows}>
            <CheckTable checks={checks} now={now} />
          </div>
        </Section>
      )}
      {monitors.length > 0 && hasChecks && (
        <Section title={uptime.crons}>
          <div className={styles.rows}>
            <MonitorTable monitors={monitors} now={now} />
          </div>
        </Section>
      )}
      {monitors.length > 0 && !hasChecks && <MonitorTable monitors={monitors} now={now} />}
      {monitors.length === 0 && !hasChecks && (
        <EmptyState title={say.emptyTitle}>
          <p>{say.empty}</p>
          {checkInSnippets(example, 'nightly-report').map((snippet) => (
            <Snippet key={snippet.name} {...snippet} />
          ))}
        </EmptyState>
      )}
      <Pagination newest={first} older={next} labels={[say.first, say.more]} />
    </div>
  )
}
