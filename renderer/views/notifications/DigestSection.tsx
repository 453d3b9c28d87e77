import { Form } from '#renderer/forms/Form.tsx'
import { quiet, digest as say } from '#renderer/texts/notifications/notifications.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { ZoneField } from '#renderer/ui/form/ZoneField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import account from '#renderer/views/account/account.module.css'
import type { NotificationChoices } from '#server/models/alerts/notices.ts'

interface DigestSectionProps {
  choices: NotificationChoices
  zone: string
  zones: readonly string[]
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  name: `${String(hour).padStart(2, '0')}:00`,
}))

/** How often a digest comes, and when. */
export function DigestSection({ choices, zone, zones }: DigestSectionProps) {
  const { every = '', hour = 9, day = 1 } = choices.isDigestOff ? {} : (choices.digest ?? {})
  return (
    <Section title={say.title} note={say.note}>
      <Form key={`${every} ${hour} ${day} ${zone}`} className={account.form}>
        <SelectField
          label={say.every}
          name="every"
          chosen={every}
          options={Object.entries(say.everyNames).map(([value, name]) => ({ value, name }))}
        />
        <SelectField label={say.hour} name="hour" chosen={String(hour)} options={HOURS} />
        <SelectField
          label={say.day}
          name="digest-day"
          chosen={String(day)}
          options={quiet.dayNames.map((name, place) => ({ value: String(place + 1), name }))}
        />
        <ZoneField
          label={say.zone}
          name="digest-zone"
          chosen={zone}
          zones={zones}
          first={zones.includes(zone) ? undefined : { value: zone, name: zone }}
        />
        <Button name="change" value="digest">
          {say.save}
        </Button>
      </Form>
    </Section>
  )
}
