import { Form } from '../../navigation/Form.tsx'
import { Button } from '../form/Button.tsx'

const changes = ['Resolve', 'Ignore', 'Archive', 'Merge']

/** Changes the ticked rows: their checkboxes are `<input type="checkbox" name="issue" form="bulk">`. */
export function BulkBar() {
  const buttons = changes.map((name) => (
    <Button key={name} name="change" value={name.toLowerCase()}>
      {name}
    </Button>
  ))
  return <Form id="bulk">{buttons}</Form>
}
