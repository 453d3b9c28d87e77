import type { ActionResult } from '../../action.ts'
import { Form } from '../../navigation/Form.tsx'
import { Button } from '../form/Button.tsx'
import { Field } from '../form/Field.tsx'
import styles from './CreateProject.module.css'

export function CreateProject({ result }: { result: ActionResult | undefined }) {
  return (
    <Form className={styles.form}>
      <Field
        label="Name"
        name="name"
        result={result}
        hint="As its developers call it: shop-web."
        required
        autoComplete="off"
      />
      <Button weight="main">Create project</Button>
    </Form>
  )
}
