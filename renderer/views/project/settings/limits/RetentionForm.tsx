import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { save, retention as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { orTyped } from '#renderer/views/project/settings/or-typed.ts'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'

interface RetentionFormProps {
  setting: ShownSetting<ProjectSettings['retention']>
  /** How long this desk keeps data of projects without a number of their own; null for ever. */
  defaultDays: number | null
  result: ActionResult | undefined
}

export function RetentionForm({ setting: { value, version }, defaultDays, result }: RetentionFormProps) {
  const saved = { maxEvents: value.maxEvents?.toString() ?? '', days: value.days?.toString() ?? '' }
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <p className={styles.text}>{say.intro}</p>
        <div className={styles.two}>
          <Field
            label={say.maxEvents}
            name="maxEvents"
            inputMode="numeric"
            hint={say.maxEventsHint}
            result={result}
            defaultValue={orTyped('maxEvents', saved.maxEvents, result)}
            autoComplete="off"
          />
          <Field
            label={say.days}
            name="days"
            inputMode="numeric"
            hint={say.daysHint(defaultDays)}
            result={result}
            defaultValue={orTyped('days', saved.days, result)}
            autoComplete="off"
          />
        </div>
        <div>
          <Button weight="main" name="change" value="retention">
            {save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
