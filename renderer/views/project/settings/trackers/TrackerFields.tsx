import type { ActionResult } from '#renderer/page/action.ts'
import { card as say } from '#renderer/texts/settings/trackers.ts'
import { Field } from '#renderer/ui/form/Field.tsx'
import type { ChannelField } from '#server/models/alerts/channels.ts'

interface TrackerFieldsProps {
  fields: readonly ChannelField[]
  saved?: { values: Readonly<Record<string, string>>; secretsSet: readonly string[] }
  result: ActionResult | undefined
}

/** A secret that was saved is not shown, and stays where its field is empty. */
export function TrackerFields({ fields, saved, result }: TrackerFieldsProps) {
  const typed = result?.kind === 'refused' ? result.values : undefined
  return fields.map(({ name, label, hint, isSecret, isRequired, placeholder }) => {
    const isSaved = saved?.secretsSet.includes(name) ?? false
    const hints = [hint, isSaved ? say.secretSaved : isRequired ? '' : say.optional]
    return (
      <Field
        key={name}
        label={label}
        name={name}
        hint={hints.filter((text) => text !== '').join(' ')}
        {...(isSecret ? { type: 'password', autoComplete: 'new-password' } : { autoComplete: 'off' })}
        defaultValue={isSecret ? undefined : (typed?.[name] ?? saved?.values[name])}
        placeholder={placeholder}
        required={isRequired}
        spellCheck={false}
        result={result}
      />
    )
  })
}
