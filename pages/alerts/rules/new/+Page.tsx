import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { RuleForm } from '#renderer/views/alert/rule/RuleForm.tsx'
import { RulePreview } from '#renderer/views/alert/rule/RulePreview.tsx'
import { valuesAbout } from '#renderer/views/alert/rule/rule-values.ts'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function NewRulePage() {
  const { choices, about } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const previewed = result?.kind === 'done' ? result.value : undefined
  return (
    <div className={styles.page}>
      <Crumbs crumbs={[{ name: say.title, href: alertsPath }]} />
      <PageHead title={say.newRule} intro={say.page.newIntro} />
      <ActionNotice result={result} />
      <Section title={say.page.formTitle}>
        <RuleForm saved={valuesAbout(about)} result={result} {...choices} />
      </Section>
      {previewed !== undefined && <RulePreview {...previewed} now={now} />}
    </div>
  )
}
