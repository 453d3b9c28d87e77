import { Form } from '#renderer/forms/Form.tsx'
import { teamsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/teams.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Team } from '#server/store/accounts/members/teams.ts'
import styles from './Question.module.css'

/** Asks before a team is deleted, and says what will be hidden. */
export function TeamRemoval({ team: { id, name, projects } }: { team: Team }) {
  return (
    <Section title={say.removeTitle(name)}>
      <Form className={styles.question}>
        <p>{say.whatIsDeleted}</p>
        {projects.length > 0 && <p>{say.willBeHidden(projects.map(({ slug }) => slug))}</p>}
        <input type="hidden" name="team" value={id} />
        <div className={styles.ways}>
          <Button weight="main" name="change" value="delete">
            {say.removeButton}
          </Button>
          <ButtonLink href={teamsPath}>{say.cancel}</ButtonLink>
        </div>
      </Form>
    </Section>
  )
}
