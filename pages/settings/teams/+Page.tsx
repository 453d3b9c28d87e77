import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/teams.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { TeamRemoval } from '#renderer/views/member/TeamRemoval.tsx'
import { TeamSection } from '#renderer/views/member/TeamSection.tsx'
import type { loader } from './+loader.ts'
import styles from './teams.module.css'

export default function TeamsPage() {
  const { teams, accounts, toDelete } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      {toDelete !== null && <TeamRemoval team={toDelete} />}
      {teams.length === 0 && <p className={styles.none}>{say.none}</p>}
      {teams.map((team) => (
        // Another name renders another form, whose field shows it.
        <TeamSection key={`${team.id} ${team.name}`} team={team} accounts={accounts} />
      ))}
      <Section title={say.createTitle}>
        <Form className={styles.create}>
          <Field label={say.name} name="name" result={result} required maxLength={60} autoComplete="off" />
          <Button weight="main" name="change" value="create">
            {say.create}
          </Button>
        </Form>
      </Section>
    </div>
  )
}
