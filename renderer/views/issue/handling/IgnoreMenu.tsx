import { Form } from '#renderer/forms/Form.tsx'
import { ignore as say } from '#renderer/texts/issues/handling.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { Menu } from './Menu.tsx'

const DURATIONS = [
  { minutes: 60, label: say.hour },
  { minutes: 24 * 60, label: say.day },
  { minutes: 7 * 24 * 60, label: say.week },
]
// These are the desk's own limits, which it checks again.
const MOST_MINUTES = 527_040
const MOST_EVENTS = 10_000
const MOST_USERS = 1_000

export function IgnoreMenu({ environment }: { environment: string | null }) {
  return (
    <Menu title={say.title} shortcut="i">
      <Form className={styles.change}>
        <input type="hidden" name="change" value="ignore-for" />
        <span>{say.for}</span>
        <span className={styles.durations}>
          {DURATIONS.map(({ minutes, label }) => (
            <Button key={minutes} name="minutes" value={minutes}>
              {label}
            </Button>
          ))}
        </span>
      </Form>
      <ChangeForm change="ignore-for" button={say.title}>
        <SmallField name="minutes" label={say.forMinutes} most={MOST_MINUTES} />
      </ChangeForm>
      <ChangeForm change="ignore-until-events" button={say.title}>
        <SmallField name="count" label={say.untilEvents} value={100} most={MOST_EVENTS} />
        <SmallField name="period" label={say.withinMinutes} most={MOST_MINUTES} isOptional />
      </ChangeForm>
      <ChangeForm change="ignore-until-users" button={say.title}>
        <SmallField name="users" label={say.untilUsers} value={10} most={MOST_USERS} />
        <SmallField name="user-period" label={say.withinMinutes} most={MOST_MINUTES} isOptional />
      </ChangeForm>
      <ChangeForm change="ignore-environment" button={say.title}>
        <SmallField
          name="environment"
          label={say.inEnvironment}
          {...(environment === null ? {} : { value: environment })}
        />
      </ChangeForm>
      <ChangeForm change="ignore" button={say.forever} />
    </Menu>
  )
}
