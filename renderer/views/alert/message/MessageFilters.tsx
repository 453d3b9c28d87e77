import { filter as say } from '#renderer/texts/alerts/messages.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { messagesPath } from '#renderer/views/alert/paths.ts'

interface Named {
  id: number
  name: string
}

interface MessageFiltersProps {
  channels: readonly Named[]
  rules: readonly Named[]
  /** Ids; empty for any. */
  channel: string
  rule: string
  /** Empty for any. */
  state: string
}

/** Limits the list to a channel and a rule. */
export function MessageFilters({ channels, rules, channel, rule, state }: MessageFiltersProps) {
  return (
    <search>
      <form className={styles.filters} action={messagesPath()}>
        {state !== '' && <input type="hidden" name="state" value={state} />}
        <Choice name="channel" label={say.channel} any={say.anyChannel} options={channels} chosen={channel} />
        <Choice name="rule" label={say.rule} any={say.anyRule} options={rules} chosen={rule} />
        <Button>{say.button}</Button>
      </form>
    </search>
  )
}

interface ChoiceProps {
  name: string
  label: string
  any: string
  options: readonly Named[]
  chosen: string
}

function Choice({ name, label, any, options, chosen }: ChoiceProps) {
  return (
    <select key={chosen} name={name} aria-label={label} defaultValue={chosen}>
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
