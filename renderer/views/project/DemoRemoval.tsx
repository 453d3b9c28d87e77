import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/account/first-run.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'
import styles from './CreateProject.module.css'

/** It cannot be undone, so that a first click only says what goes. */
export function DemoRemoval({ use }: { use: readonly StorageUse[] }) {
  return (
    <Section title={say.demoTitle} id="remove">
      <div className={styles.form}>
        <p>{say.demoWhat}</p>
        <details>
          <summary>{say.removeDemo}</summary>
          <Form className={styles.form}>
            <p>{say.whatDemoGoes(use)}</p>
            <Button name="change" value="remove-demo">
              {say.confirmRemoval}
            </Button>
          </Form>
        </details>
      </div>
    </Section>
  )
}
