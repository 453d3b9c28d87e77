import { assigneeName } from '#renderer/format/assignee-name.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { SuggestedOwner } from '#server/models/settings/ownership.ts'
import { AssignChoices, Face } from './AssignChoices.tsx'
import { Menu } from './Menu.tsx'

interface AssignMenuProps {
  assignee: Assignee | null
  assignees: readonly Assignee[]
  suggested: readonly SuggestedOwner[]
  viewerId: number
}

/** One choice assigns. */
export function AssignMenu({ assignee, assignees, suggested, viewerId }: AssignMenuProps) {
  const name = assignee ? assigneeName(assignee) : undefined
  return (
    <Menu title={<Face assignee={assignee} />} label={say.assignedTo(name)} shortcut="a">
      <Form>
        <AssignChoices assignees={assignees} suggested={suggested} viewerId={viewerId} assignee={assignee} />
      </Form>
    </Menu>
  )
}
