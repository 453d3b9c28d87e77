import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { AlertBanners } from '#renderer/views/alert/AlertBanners.tsx'
import { AlertTabs } from '#renderer/views/alert/AlertTabs.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { MuteSection } from '#renderer/views/alert/MuteSection.tsx'
import { newRulePath } from '#renderer/views/alert/paths.ts'
import { RuleTable } from '#renderer/views/alert/rule/RuleTable.tsx'
import type { loader } from './+loader.ts'

export default function AlertsPage() {
  const { rules, mutes, undelivered, hasChannel, projects } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const isAdmin = useMay('admin')
  const mayMute = useMay('member')
  return (
    <div className={styles.page}>
      <PageHead
        title={say.title}
        intro={say.intro}
        actions={isAdmin && <ButtonLink href={newRulePath()}>{say.newRule}</ButtonLink>}
      />
      <AlertTabs chosen="rules" />
      <ActionNotice result={result} />
      <AlertBanners hasChannel={hasChannel} undelivered={undelivered} isAdmin={isAdmin} />
      {rules.length > 0 ? (
        <RuleTable rules={rules} now={now} isAdmin={isAdmin} />
      ) : (
        <EmptyState title={say.noneTitle}>
          <p>{say.none}</p>
        </EmptyState>
      )}
      <MuteSection mutes={mutes} projects={projects} result={result} isReadOnly={!mayMute} />
    </div>
  )
}
