import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/account/projects.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import styles from './CreateProject.module.css'

export function CreateProject({ result }: { result: ActionResult | undefined }) {
  return (
    <Form className={styles.form}>
      <Field label={say.name} name="name" result={result} hint={say.nameHint} required autoComplete="off" />
      <Button weight="main">{say.create}</Button>
    </Form>
  )
}
