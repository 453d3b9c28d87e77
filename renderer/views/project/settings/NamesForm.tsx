import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { save, general as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { PLATFORMS } from '#renderer/views/project/set-up/platforms.ts'
import type { ProjectNames, ShownSetting } from '#server/models/settings/project-settings.ts'
import { orTyped } from './or-typed.ts'
import styles from './settings.module.css'
import { Version } from './Version.tsx'

interface NamesFormProps {
  names: ShownSetting<ProjectNames>
  result: ActionResult | undefined
}

export function NamesForm({ names: { value, version }, result }: NamesFormProps) {
  const typed = result?.kind === 'refused' ? result.values.platform : undefined
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <Field
          label={say.name}
          name="name"
          result={result}
          defaultValue={orTyped('name', value.name, result)}
        />
        <Field
          label={say.slug}
          name="slug"
          hint={say.slugHint}
          result={result}
          defaultValue={orTyped('slug', value.slug, result)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          label={say.platform}
          name="platform"
          chosen={typed ?? value.platform}
          result={result}
          options={[
            { value: '', name: say.noPlatform },
            ...PLATFORMS.map((platform) => ({ value: platform, name: platform })),
          ]}
        />
        <div>
          <Button weight="main" name="change" value="names">
            {save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
