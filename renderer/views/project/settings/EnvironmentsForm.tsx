import { Form } from '#renderer/forms/Form.tsx'
import { general as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import styles from './settings.module.css'
import { Version } from './Version.tsx'

interface EnvironmentsFormProps {
  setting: ShownSetting<ProjectSettings['environments']>
  /** Those that the project has issues of. */
  names: readonly string[]
}

export function EnvironmentsForm({ setting: { value, version }, names }: EnvironmentsFormProps) {
  const all = [...new Set([...names, ...value.hidden])].sort()
  return (
    <Section title={say.environments}>
      <p className={styles.text}>{all.length === 0 ? say.noEnvironments : say.environmentsWhat}</p>
      {all.length > 0 && (
        <Form className={styles.form}>
          <Version version={version} />
          <div className={styles.checks}>
            {all.map((name) => (
              <CheckField
                key={name}
                label={name}
                name="hidden"
                value={name}
                isTicked={value.hidden.includes(name)}
              />
            ))}
          </div>
          <div>
            <Button name="change" value="environments">
              {say.saveEnvironments}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  )
}
