import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { categories } from '#renderer/texts/account/usage.ts'
import { limits as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { orTyped } from '#renderer/views/project/settings/or-typed.ts'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'

export function AddLimit({ version, result }: { version: string; result: ActionResult | undefined }) {
  const isOwn = result?.kind === 'refused' && result.values.quantity !== undefined
  const own = isOwn ? result : undefined
  return (
    <Section title={say.addTitle}>
      <Form className={styles.form}>
        <Version version={version} />
        <div className={styles.four}>
          <Field
            label={say.quantity}
            name="quantity"
            inputMode="numeric"
            hint={say.quantityHint}
            result={own}
            autoComplete="off"
          />
          <SelectField
            label={say.per}
            name="per"
            chosen={orTyped('per', 'hour', own)}
            result={own}
            options={(['minute', 'hour', 'month'] as const).map((value) => ({
              value,
              name: say.windows[value],
            }))}
          />
          <SelectField
            label={say.category}
            name="category"
            chosen={orTyped('category', '', own)}
            result={own}
            options={[
              { value: '', name: say.everything },
              ...Object.entries(categories).map(([value, name]) => ({ value, name })),
            ]}
          />
          <SelectField
            label={say.scope}
            name="scope"
            chosen={orTyped('scope', 'project', own)}
            result={own}
            options={[
              { value: 'project', name: say.wholeProject },
              { value: 'key', name: say.eachKey },
            ]}
          />
        </div>
        <div>
          <Button name="change" value="add-limit">
            {say.add}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
