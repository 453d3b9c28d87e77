import { Form } from '#renderer/forms/Form.tsx'
import { projectPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/teams.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { deleteTeamPath } from '#renderer/views/member/paths.ts'
import type { AccountName } from '#server/store/accounts/account-names.ts'
import type { Team } from '#server/store/accounts/members/teams.ts'
import styles from './TeamSection.module.css'

interface TeamSectionProps {
  team: Team
  /** Who can be added. */
  accounts: readonly AccountName[]
}

/** One team: its members, its projects, its name. */
export function TeamSection({ team, accounts }: TeamSectionProps) {
  const { id, name, members } = team
  const others = accounts.filter((account) => !members.some((member) => member.id === account.id))
  return (
    <Section
      title={name}
      aside={
        <a href={deleteTeamPath(id)} aria-label={say.removeOf(name)}>
          {say.remove}
        </a>
      }
    >
      <div className={styles.parts}>
        <p>
          {say.calledInIssues} <code>#{team.slug}</code>
        </p>
        <TeamProjects team={team} />
        {members.length === 0 ? <p>{say.noMembers}</p> : <Members team={team} />}
        {others.length > 0 && <AddMember team={team} accounts={others} />}
        <Form className={styles.line}>
          <input type="hidden" name="team" value={id} />
          <input type="hidden" name="was" value={name} />
          <input
            name="new-name"
            defaultValue={name}
            aria-label={say.renameOf(name)}
            maxLength={60}
            autoComplete="off"
            required
          />
          <Button name="change" value="rename">
            {say.rename}
          </Button>
        </Form>
      </div>
    </Section>
  )
}

function TeamProjects({ team: { projects } }: { team: Team }) {
  if (projects.length === 0) return <p>{say.noProjects}</p>
  return (
    <p>
      {say.projects}{' '}
      {projects.map(({ slug, name }, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <a href={projectPath(slug)}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </p>
  )
}

function Members({ team: { id, name, members } }: { team: Team }) {
  return (
    <ul className={styles.members}>
      {members.map((member) => (
        <li key={member.id}>
          <bdi>{member.email}</bdi>
          <Form>
            <input type="hidden" name="team" value={id} />
            <input type="hidden" name="account" value={member.id} />
            <Button name="change" value="leave" aria-label={say.takeOutOf(member.email, name)}>
              {say.takeOut}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

function AddMember({ team: { id, name }, accounts }: TeamSectionProps) {
  return (
    <Form className={styles.line}>
      <input type="hidden" name="team" value={id} />
      <select name="account" aria-label={say.addTo(name)} defaultValue="" required>
        <option value="" disabled>
          {say.chooseMember}
        </option>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.email}
          </option>
        ))}
      </select>
      <Button name="change" value="add">
        {say.add}
      </Button>
    </Form>
  )
}
