import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { repository as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { orTyped } from './or-typed.ts'
import styles from './settings.module.css'
import { Version } from './Version.tsx'

interface RepositoryFormProps {
  setting: ShownSetting<ProjectSettings['repository']>
  result: ActionResult | undefined
}

/** Where the code of a project can be read. */
export function RepositoryForm({ setting: { value, version }, result }: RepositoryFormProps) {
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <Field
          label={say.url}
          name="url"
          type="url"
          hint={say.hint}
          result={result}
          defaultValue={orTyped('url', value.url ?? '', result)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button name="change" value="repository">
            {say.save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
