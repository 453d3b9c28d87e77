import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { initialsOf } from '#renderer/views/issue/list/initials.ts'
import styles from './assign.module.css'
import { Menu } from './Menu.tsx'

interface AssignMenuProps {
  assignee: { id: number; email: string } | null
  accounts: readonly { id: number; email: string }[]
  viewerId: number
}

/** One choice assigns: every account is a button of one form, the viewer's own first. */
export function AssignMenu({ assignee, accounts, viewerId }: AssignMenuProps) {
  const rank = ({ id }: { id: number }) => (id === viewerId ? 0 : 1)
  return (
    <Menu title={<Face email={assignee?.email} />} label={say.assignedTo(assignee?.email)} shortcut="a">
      <Form className={styles.people}>
        <input type="hidden" name="change" value="assign" />
        {accounts
          .toSorted((a, b) => rank(a) - rank(b))
          .map(({ id, email }) => (
            <button key={id} type="submit" name="account" value={id} aria-pressed={id === assignee?.id}>
              <Face email={email} />
              <bdi>{clipText(email, 80)}</bdi>
              {id === viewerId && <small>{say.you}</small>}
            </button>
          ))}
        <button type="submit" name="account" value="" aria-pressed={assignee === null}>
          <Face email={undefined} />
          {say.nobody}
        </button>
      </Form>
    </Menu>
  )
}

/** Initials in a circle; a dashed one for nobody. */
function Face({ email }: { email: string | undefined }) {
  return (
    <span className={styles.face} data-nobody={email === undefined || undefined} aria-hidden="true">
      {email === undefined ? '' : initialsOf(email)}
    </span>
  )
}
