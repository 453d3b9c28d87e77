import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { StaticHtml } from '#renderer/views/issue/static/StaticHtml.tsx'
import styles from './BulkBar.module.css'

/** The values are the lower-case words of the buttons, which keeps this short. */
const changes = [say.resolve, say.ignore, say.merge]
/** The keys are the same as on the page (renderer/enhance/keys/key-targets.ts). */
const keys = ['e', 'i']

/**
 * Changes the ticked rows, and is visible while any is ticked. Their checkboxes are `<input
 * type="checkbox" name="issue" form="bulk">`. `assign` is the menu that the server renders.
 */
export function BulkBar({ assign }: { assign: string }) {
  const buttons = changes.map((name, index) => (
    <Button key={name} name="change" value={name.toLowerCase()} data-key={keys[index]}>
      {name}
    </Button>
  ))
  return (
    <Form id="bulk" className={styles.bar}>
      {buttons}
      <StaticHtml html={assign} />
    </Form>
  )
}
