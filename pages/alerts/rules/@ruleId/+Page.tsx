import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { MessageTable } from '#renderer/views/alert/message/MessageTable.tsx'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import { EscalationSection } from '#renderer/views/alert/rule/EscalationSection.tsx'
import { RuleForm } from '#renderer/views/alert/rule/RuleForm.tsx'
import { RulePreview } from '#renderer/views/alert/rule/RulePreview.tsx'
import { RuleSide } from '#renderer/views/alert/rule/RuleSide.tsx'
import { valuesOfRule } from '#renderer/views/alert/rule/rule-values.ts'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function RulePage() {
  const { rule, choices, messages, escalation, described } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const previewed = result?.kind === 'done' ? result.value : undefined
  const isAdmin = useMay('admin')
  return (
    <>
      <Crumbs crumbs={[{ name: say.title, href: alertsPath }]} />
      <PageHead title={rule.name} intro={<bdi>{described}</bdi>} />
      <ActionNotice result={result} />
      <WithAside
        lead={
          isAdmin && (
            <>
              <Section title={say.page.formTitle}>
                <RuleForm saved={valuesOfRule(rule)} version={rule.version} result={result} {...choices} />
              </Section>
              {!rule.happening.endsWith('-recovered') && (
                <EscalationSection saved={escalation} channels={choices.channels} result={result} />
              )}
              {previewed !== undefined && <RulePreview {...previewed} now={now} />}
            </>
          )
        }
        aside={<RuleSide rule={rule} now={now} isReadOnly={!isAdmin} />}
      >
        <Section
          title={say.page.messages}
          aside={<a href={messagesPath({ rule: String(rule.id) })}>{say.page.allMessages}</a>}
        >
          {messages.items.length === 0 ? (
            <p className={styles.parts}>{say.page.noMessages}</p>
          ) : (
            <MessageTable messages={messages.items} now={now} isAdmin={isAdmin} hasRule={false} />
          )}
        </Section>
      </WithAside>
    </>
  )
}
