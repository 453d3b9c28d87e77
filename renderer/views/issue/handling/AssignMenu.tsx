import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { type AssignChoice, AssignChoices, Face } from './AssignChoices.tsx'
import { Menu } from './Menu.tsx'

interface AssignMenuProps {
  assignee: AssignChoice | null
  accounts: readonly AssignChoice[]
  viewerId: number
}

/** One choice assigns. */
export function AssignMenu({ assignee, accounts, viewerId }: AssignMenuProps) {
  const name = assignee ? assignee.name || assignee.email : undefined
  return (
    <Menu title={<Face name={name} />} label={say.assignedTo(name)} shortcut="a">
      <Form>
        <AssignChoices accounts={accounts} viewerId={viewerId} assignee={assignee} />
      </Form>
    </Menu>
  )
}
