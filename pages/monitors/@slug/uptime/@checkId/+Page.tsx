import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { alertOnThis } from '#renderer/texts/alerts/rules.ts'
import { title as monitors } from '#renderer/texts/monitors.ts'
import * as say from '#renderer/texts/uptime/checks.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { Acknowledged } from '#renderer/views/acknowledge/Acknowledged.tsx'
import { newRulePath } from '#renderer/views/alert/paths.ts'
import { CheckAnswerNote } from '#renderer/views/uptime/CheckAnswerNote.tsx'
import { CheckHistory } from '#renderer/views/uptime/CheckHistory.tsx'
import { CheckSide } from '#renderer/views/uptime/CheckSide.tsx'
import { IncidentTable } from '#renderer/views/uptime/IncidentTable.tsx'
import { ResultTable } from '#renderer/views/uptime/ResultTable.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function CheckPage() {
  const { check, acknowledged, results, older, newest } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const answer = result?.kind === 'done' ? result.value : undefined
  const { slug } = check.project
  const isAdmin = useMay('admin')
  return (
    <>
      <Crumbs
        crumbs={[
          { name: monitors, href: monitorsPath() },
          { name: slug, href: monitorsPath({ project: slug }), isCode: true },
        ]}
      />
      <PageHead
        title={check.name}
        actions={isAdmin && <ButtonLink href={newRulePath({ check: check.id })}>{alertOnThis}</ButtonLink>}
      />
      <ActionNotice result={result} />
      <WithAside
        lead={
          <>
            {check.isSuspected && <Notice tone="warning">{say.page.suspected}</Notice>}
            {answer !== undefined && <CheckAnswerNote answer={answer} />}
            <Acknowledged acknowledged={acknowledged} now={now} isReadOnly />
            <CheckHistory check={check} />
          </>
        }
        aside={<CheckSide check={check} now={now} />}
      >
        <Section title={say.incidents.title} note={say.incidents.note}>
          <IncidentTable incidents={check.incidents} project={slug} now={now} />
        </Section>
        <Section title={say.results.title}>
          <ResultTable results={results} now={now} />
        </Section>
        <Pagination newest={newest} older={older} />
      </WithAside>
    </>
  )
}
