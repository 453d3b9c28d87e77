import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/account/first-run.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
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
