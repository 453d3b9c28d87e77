import { Form } from '../../navigation/Form.tsx'
import { Button } from '../form/Button.tsx'
import styles from './BulkBar.module.css'

const changes = ['Resolve', 'Ignore', 'Archive', 'Merge']
/** As on the page: renderer/desk/marks.ts. */
const keys = ['r', 'i']

/** Changes the ticked rows, and shows when one is: their checkboxes are `<input type="checkbox" name="issue" form="bulk">`. */
export function BulkBar() {
  const buttons = changes.map((name, index) => (
    <Button key={name} name="change" value={name.toLowerCase()} data-key={keys[index]}>
      {name}
    </Button>
  ))
  return (
    <Form id="bulk" className={styles.bar}>
      {buttons}
    </Form>
  )
}
