import { Form } from '#renderer/forms/Form.tsx'
import { teamsPath } from '#renderer/paths.ts'
import { access as say } from '#renderer/texts/account/teams.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Choice, ChoiceGroup } from '#renderer/ui/form/ChoiceGroup.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ProjectAccess as Access } from '#server/store/accounts/members/project-access.ts'
import styles from './ProjectAccess.module.css'

interface ProjectAccessProps {
  access: Access & { version: string }
  teams: readonly { id: number; name: string }[]
}

/** Who sees a project: everybody, or some teams. */
export function ProjectAccess({ access: { access, teamIds, version }, teams }: ProjectAccessProps) {
  return (
    <Section title={say.title} note={say.always}>
      <Form key={version}>
        <input type="hidden" name="was" value={version} />
        <ChoiceGroup label={say.title}>
          <Choice name="access" value="all" isChosen={access === 'all'} label={say.all} />
          {teams.length > 0 && (
            <Choice name="access" value="teams" isChosen={access === 'teams'} label={say.teams} />
          )}
        </ChoiceGroup>
        <div className={styles.rest}>
          {teams.length === 0 ? (
            <p>
              {say.noTeams} <a href={teamsPath}>{say.toTeams}</a>
            </p>
          ) : (
            <fieldset className={styles.teams}>
              <legend className="visually-hidden">{say.teams}</legend>
              {teams.map(({ id, name }) => (
                <label key={id}>
                  <input type="checkbox" name="team" value={id} defaultChecked={teamIds.includes(id)} />
                  <bdi>{name}</bdi>
                </label>
              ))}
            </fieldset>
          )}
          <Button name="change" value="access">
            {say.save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
