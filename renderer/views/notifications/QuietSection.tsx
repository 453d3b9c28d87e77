import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { quiet as say } from '#renderer/texts/notifications/notifications.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ZoneField } from '#renderer/ui/form/ZoneField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import account from '#renderer/views/account/account.module.css'
import type { NotificationChoices } from '#server/models/alerts/notices.ts'
import styles from './notifications.module.css'

interface QuietSectionProps {
  choices: NotificationChoices
  zone: string
  zones: readonly string[]
  result: ActionResult | undefined
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

export function QuietSection({ choices, zone, zones, result }: QuietSectionProps) {
  const { quiet, urgentPasses } = choices
  const days = quiet?.days ?? EVERY_DAY
  const kept = (name: string, saved: string) =>
    result?.kind === 'refused' ? (result.values[name] ?? saved) : saved
  return (
    <Section title={say.title} note={say.note}>
      <Form key={`${zone} ${quiet?.from} ${quiet?.to} ${days.join()}`} className={account.form}>
        <Field
          label={say.from}
          name="from"
          type="time"
          hint={say.emptyHint}
          result={result}
          defaultValue={kept('from', timeOf(quiet?.from))}
        />
        <Field
          label={say.to}
          name="to"
          type="time"
          result={result}
          defaultValue={kept('to', timeOf(quiet?.to))}
        />
        <ZoneField
          label={say.zone}
          name="zone"
          chosen={kept('zone', zone)}
          result={result}
          zones={zones}
          first={zones.includes(zone) ? undefined : { value: zone, name: zone }}
        />
        <fieldset className={styles.days}>
          <legend>{say.days}</legend>
          {EVERY_DAY.map((day) => (
            <label key={day}>
              <input type="checkbox" name="day" value={day} defaultChecked={days.includes(day)} />
              {say.dayNames[day - 1]}
            </label>
          ))}
          {result?.kind === 'refused' && result.field === 'days' && <p role="alert">{result.message}</p>}
        </fieldset>
        <CheckField label={say.urgent} name="urgent" isTicked={urgentPasses} result={result} />
        <Button name="change" value="quiet">
          {say.save}
        </Button>
      </Form>
    </Section>
  )
}

/** Minutes since midnight as `22:00`. */
function timeOf(minutes: number | undefined): string {
  if (minutes === undefined) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
