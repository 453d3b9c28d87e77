import { Form } from '../../navigation/Form.tsx'
import { Button } from '../form/Button.tsx'
import styles from './BulkBar.module.css'

const changes = ['Resolve', 'Ignore', 'Archive', 'Merge']

/** Changes the ticked rows, and shows when one is: their checkboxes are `<input type="checkbox" name="issue" form="bulk">`. */
export function BulkBar() {
  const buttons = changes.map((name) => (
    <Button key={name} name="change" value={name.toLowerCase()}>
      {name}
    </Button>
  ))
  return (
    <Form id="bulk" className={styles.bar}>
      {buttons}
    </Form>
  )
}
