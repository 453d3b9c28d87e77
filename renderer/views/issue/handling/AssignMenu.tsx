import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { AssignChoices, Face } from './AssignChoices.tsx'
import { Menu } from './Menu.tsx'

interface AssignMenuProps {
  assignee: { id: number; email: string } | null
  accounts: readonly { id: number; email: string }[]
  viewerId: number
}

/** One choice assigns. */
export function AssignMenu({ assignee, accounts, viewerId }: AssignMenuProps) {
  return (
    <Menu title={<Face email={assignee?.email} />} label={say.assignedTo(assignee?.email)} shortcut="a">
      <Form>
        <AssignChoices accounts={accounts} viewerId={viewerId} assignee={assignee} />
      </Form>
    </Menu>
  )
}
