import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/account/members.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { removeMemberPath } from '#renderer/views/member/paths.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Member } from '#server/store/accounts/members/members.ts'
import styles from './MemberList.module.css'

interface ListedMember extends Member {
  isViewer: boolean
  /** The viewer may change this account. */
  mayChange: boolean
}

interface MemberListProps {
  members: readonly ListedMember[]
  /** The roles that the viewer may give. */
  roles: readonly Role[]
  now: number
}

export function MemberList({ members, roles, now }: MemberListProps) {
  return (
    <ul className={styles.list}>
      {members.map((member) => (
        // Another role renders another form, whose field shows it.
        <li key={`${member.id} ${member.role}`} className={styles.member}>
          <Who member={member} />
          <p className={styles.facts}>
            <Facts member={member} now={now} />
          </p>
          {member.mayChange ? (
            <RoleForm member={member} roles={roles} />
          ) : (
            <p className={styles.role}>{say.roles[member.role]}</p>
          )}
          {member.mayChange && !member.isViewer && <Ways member={member} />}
        </li>
      ))}
    </ul>
  )
}

function Who({ member: { email, name, disabledAt, isViewer } }: { member: ListedMember }) {
  return (
    <p className={styles.who}>
      <b>
        <bdi>{name === '' ? email : name}</bdi>
      </b>
      {name !== '' && <bdi className={styles.email}>{email}</bdi>}
      {isViewer && <Tag tone="accent">{say.you}</Tag>}
      {disabledAt !== null && <Tag tone="alarm">{say.disabled}</Tag>}
    </p>
  )
}

function Facts({
  member: { teams, lastSeenAt, sessionCount, isLinked },
  now,
}: {
  member: ListedMember
  now: number
}) {
  return (
    <>
      {teams.length === 0 ? say.noTeam : <bdi>{say.inTeams(teams)}</bdi>}
      {' · '}
      {lastSeenAt === null ? (
        say.neverSeen
      ) : (
        <>
          {say.lastSeen} <Time time={lastSeenAt} now={now} /> · {say.sessions(sessionCount)}
        </>
      )}
      {isLinked && ` · ${say.linked}`}
    </>
  )
}

function RoleForm({ member: { id, email, role }, roles }: { member: ListedMember; roles: readonly Role[] }) {
  return (
    <Form className={styles.role}>
      <input type="hidden" name="member" value={id} />
      <input type="hidden" name="was" value={role} />
      <select name="role" defaultValue={role} aria-label={say.roleOf(email)}>
        {roles.map((each) => (
          <option key={each} value={each}>
            {say.roles[each]}
          </option>
        ))}
      </select>
      <Button name="change" value="role" aria-label={say.changeOf(email)}>
        {say.change}
      </Button>
    </Form>
  )
}

function Ways({ member: { id, email, disabledAt, isLinked } }: { member: ListedMember }) {
  const [change, text, label] =
    disabledAt === null
      ? ['disable', say.disable, say.disableOf(email)]
      : ['enable', say.enable, say.enableOf(email)]
  return (
    <div className={styles.ways}>
      <Form>
        <input type="hidden" name="member" value={id} />
        {disabledAt === null && (
          <Button name="change" value="reset" aria-label={say.resetOf(email)}>
            {say.reset}
          </Button>
        )}
        {isLinked && (
          <Button name="change" value="unlink" aria-label={say.unlinkOf(email)}>
            {say.unlink}
          </Button>
        )}
        <Button name="change" value={change} aria-label={label}>
          {text}
        </Button>
      </Form>
      <ButtonLink href={removeMemberPath(id)}>{say.remove}</ButtonLink>
    </div>
  )
}
