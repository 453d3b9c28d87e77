import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { preview, save, scrubbing as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import styles from './settings.module.css'
import { Version } from './Version.tsx'

type Scrubbing = ProjectSettings['scrubbing']

interface ScrubbingFormProps {
  setting: ShownSetting<Scrubbing>
  /** What was typed for the preview that is shown, and not saved. */
  previewed: Scrubbing | undefined
  result: ActionResult | undefined
}

export function ScrubbingForm({ setting: { value, version }, previewed, result }: ScrubbingFormProps) {
  const shown = previewed ?? value
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <p className={styles.text}>{say.intro}</p>
        <div className={styles.checks}>
          {(['emailAddresses', 'ipAddresses'] as const).map((name) => (
            <CheckField
              key={name}
              label={say.members[name][0]}
              name={name}
              hint={say.members[name][1]}
              isTicked={shown[name]}
              result={result}
            />
          ))}
        </div>
        {(['extraNames', 'exemptNames'] as const).map((name) => (
          <LinesField
            key={name}
            label={say.lists[name][0]}
            name={name}
            hint={say.lists[name][1]}
            lines={shown[name]}
            result={result}
          />
        ))}
        <div className={styles.ways}>
          <Button weight="main" name="change" value="scrubbing">
            {save}
          </Button>
          <Button name="change" value="preview" formAction="#preview">
            {preview}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
