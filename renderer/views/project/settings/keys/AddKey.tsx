import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { keys as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'

export function AddKey({ result }: { result: ActionResult | undefined }) {
  const own = result?.kind === 'refused' && result.values.key === undefined ? result : undefined
  return (
    <Section title={say.addTitle}>
      <Form className={styles.form}>
        <LinesField
          label={say.origins}
          name="origins"
          hint={say.originsHint}
          lines={[]}
          rows={2}
          result={own}
        />
        <div>
          <Button weight="main" name="change" value="add">
            {say.add}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
