import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { form as say } from '#renderer/texts/alerts/channels.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { ChannelField } from '#server/models/alerts/channels.ts'
import { fieldName } from './channel-values.ts'

interface ChannelFormProps {
  fields: readonly ChannelField[]
  /** What is saved. A new channel has nothing. */
  saved?: {
    name: string
    values: Readonly<Record<string, string>>
    /** The names of secrets that have a value. */
    secretsSet: readonly string[]
    version: number
  }
  result: ActionResult | undefined
}

/** The fields of a channel, by its kind. A secret that was saved is not shown, and stays where its field is empty. */
export function ChannelForm({ fields, saved, result }: ChannelFormProps) {
  const typed = result?.kind === 'refused' && result.values.name !== undefined ? result.values : undefined
  return (
    <Section title={say.settings}>
      <Form className={styles.form}>
        {saved !== undefined && <input type="hidden" name="version" value={saved.version} readOnly />}
        <div key={JSON.stringify([saved, typed])} className={styles.fields}>
          <Field
            label={say.name}
            name="name"
            hint={say.nameHint}
            defaultValue={typed?.name ?? saved?.name}
            result={result}
            maxLength={80}
            autoComplete="off"
            required
          />
          {fields.map((field) => (
            <ChannelInput
              key={field.name}
              field={field}
              isSaved={saved?.secretsSet.includes(field.name) ?? false}
              value={typed?.[fieldName(field)] ?? saved?.values[field.name]}
              result={result}
            />
          ))}
        </div>
        <div className={styles.ways}>
          <Button weight="main" name="change" value="save">
            {say.save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}

interface ChannelInputProps {
  field: ChannelField
  /** It is a secret that has a value. */
  isSaved: boolean
  value: string | undefined
  result: ActionResult | undefined
}

function ChannelInput({ field, isSaved, value, result }: ChannelInputProps) {
  const { label, hint, isSecret, isRequired, placeholder } = field
  const hints = [hint, isSaved ? say.saved : '', isRequired ? '' : say.optional].filter((text) => text !== '')
  return (
    <Field
      label={label}
      name={fieldName(field)}
      {...(hints.length > 0 && { hint: hints.join(' ') })}
      {...(isSecret ? { type: 'password', autoComplete: 'new-password' } : { autoComplete: 'off' })}
      defaultValue={isSecret ? undefined : value}
      placeholder={placeholder}
      required={isRequired && !isSaved}
      spellCheck={false}
      result={result}
    />
  )
}
