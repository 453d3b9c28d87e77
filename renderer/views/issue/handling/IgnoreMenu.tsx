import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import { ignore as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { IgnoreWays } from './IgnoreWays.tsx'
import styles from './ignore.module.css'
import { Menu } from './Menu.tsx'

/** One sentence with fields in it, and one button. */
export function IgnoreMenu({ environments }: { environments: readonly string[] }) {
  const result = useActionResult()
  const wrong =
    result?.kind === 'refused' && result.field !== undefined
      ? { [result.field]: result.values[result.field] }
      : {}
  return (
    <Menu title={say.title} shortcut="i">
      <Form className={styles.ignore}>
        <IgnoreWays legend={say.legend} field="change" environments={environments} wrong={wrong} hasBounds />
        <div className={styles.foot}>
          <Button weight="main">{say.title}</Button>
        </div>
      </Form>
    </Menu>
  )
}
