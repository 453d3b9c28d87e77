import type { ActionResult } from '../../action.ts'
import { Button } from '../form/Button.tsx'
import { Field } from '../form/Field.tsx'
import styles from './CreateProject.module.css'

export function CreateProject({ result }: { result: ActionResult | undefined }) {
  return (
    <form className={styles.form} method="post">
      <Field
        label="Name"
        name="name"
        result={result}
        hint="As its developers call it: shop-web."
        required
        autoComplete="off"
      />
      <Button weight="main">Create project</Button>
    </form>
  )
}
