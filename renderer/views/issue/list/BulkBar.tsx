import { Form } from '#renderer/forms/Form.tsx'
import { StaticHtml } from '#renderer/views/issue/static/StaticHtml.tsx'
import styles from './BulkBar.module.css'

/**
 * Changes the ticked rows, and is visible while any is ticked. Their checkboxes are `<input
 * type="checkbox" name="issue" form="bulk">`. `actions` are the buttons and menus that the server renders.
 */
export function BulkBar({ actions }: { actions: string }) {
  return (
    <Form id="bulk" className={styles.bar}>
      <StaticHtml html={actions} />
    </Form>
  )
}
