import { Form } from '#renderer/forms/Form.tsx'
import { actions as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './actions.module.css'

interface AssignFormProps {
  assignee: { id: number } | null
  accounts: { id: number; email: string }[]
}

export function AssignForm({ assignee, accounts }: AssignFormProps) {
  return (
    <Form className={styles.assign}>
      <label>
        <span className="visually-hidden">{say.assignee}</span>
        {/* The key makes React render the form anew, because a successful form is reset to its first values. */}
        <select key={assignee?.id ?? 0} name="account" data-key="a" defaultValue={assignee?.id ?? ''}>
          <option value="">{say.nobody}</option>
          {accounts.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </select>
      </label>
      <Button name="change" value="assign">
        {say.assign}
      </Button>
    </Form>
  )
}
