import { Form } from '../../navigation/Form.tsx'
import * as say from '../../texts/first-run.ts'
import { Section } from '../content/Section.tsx'
import { Button } from '../form/Button.tsx'
import styles from './CreateProject.module.css'

export function DemoRemoval() {
  return (
    <Section title={say.demoTitle} id="remove">
      <Form className={styles.form}>
        <p>{say.demoWhat}</p>
        <Button name="change" value="remove-demo">
          {say.removeDemo}
        </Button>
      </Form>
    </Section>
  )
}
