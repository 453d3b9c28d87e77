import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { ownership as say } from '#renderer/texts/settings/ownership.ts'
import { preview, save } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'
import type { OwnershipSetting } from '#server/models/settings/ownership.ts'

const TEXTS = [
  ['rules', 6],
  ['codeowners', 4],
  ['names', 2],
] as const

interface OwnershipFormProps {
  version: string
  /** What is saved, or was typed for a preview. */
  value: OwnershipSetting
  result: ActionResult | undefined
}

export function OwnershipForm({ version, value, result }: OwnershipFormProps) {
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <p className={styles.text}>{say.intro}</p>
        {TEXTS.map(([name, rows]) => (
          <LinesField
            key={name}
            label={say.texts[name]}
            name={name}
            hint={say.hints[name]}
            lines={value[name] === '' ? [] : value[name].split('\n')}
            rows={rows}
            result={result}
          />
        ))}
        <div className={styles.checks}>
          <CheckField
            label={say.active[0]}
            name="isActive"
            hint={say.active[1]}
            isTicked={value.isActive}
            result={result}
          />
          <CheckField
            label={say.assigns[0]}
            name="isAutoAssigning"
            hint={say.assigns[1]}
            isTicked={value.isAutoAssigning}
            result={result}
          />
        </div>
        <div className={styles.ways}>
          <Button weight="main" name="change" value="ownership">
            {save}
          </Button>
          <Button name="change" value="preview">
            {preview}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
