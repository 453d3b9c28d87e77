import type { ActionResult } from '../../action.ts'
import { Form } from '../../navigation/Form.tsx'
import * as say from '../../texts/projects.ts'
import { Button } from '../form/Button.tsx'
import { Field } from '../form/Field.tsx'
import styles from './CreateProject.module.css'

export function CreateProject({ result }: { result: ActionResult | undefined }) {
  return (
    <Form className={styles.form}>
      <Field label={say.name} name="name" result={result} hint={say.nameHint} required autoComplete="off" />
      <Button weight="main">{say.create}</Button>
    </Form>
  )
}
