import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/alerts/escalation.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { Escalation } from '#server/models/alerts/escalation.ts'

interface EscalationSectionProps {
  saved: Escalation | null
  channels: readonly { id: number; name: string }[]
  result: ActionResult | undefined
}

const STEPS = [1, 2, 3, 4, 5] as const
const USUAL_MINUTES = '15'

/** Whom the rule tells next, step by step. */
export function EscalationSection({ saved, channels, result }: EscalationSectionProps) {
  const typed = result?.kind === 'refused' && result.values.afterMinutes !== undefined ? result.values : {}
  const options = [
    { value: '', name: say.nobody },
    ...channels.map(({ id, name }) => ({ value: String(id), name })),
  ]
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <div key={JSON.stringify([saved, typed])} className={styles.fields}>
          <p>{say.text}</p>
          <Field
            label={say.after}
            name="afterMinutes"
            inputMode="numeric"
            defaultValue={typed.afterMinutes ?? saved?.afterMinutes ?? USUAL_MINUTES}
            result={result}
            required
          />
          {STEPS.map((number) => (
            <SelectField
              key={number}
              label={say.step(number)}
              name={`step${number}`}
              chosen={typed[`step${number}`] ?? String(saved?.channelIds[number - 1] ?? '')}
              options={options}
              result={result}
            />
          ))}
          <Field
            label={say.repeats}
            name="repeats"
            inputMode="numeric"
            defaultValue={typed.repeats ?? saved?.repeats ?? '0'}
            result={result}
            required
          />
        </div>
        <div className={styles.ways}>
          <Button name="change" value="escalate">
            {say.save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
