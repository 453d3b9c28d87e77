import { Form } from '../../../navigation/Form.tsx'
import { Button } from '../../form/Button.tsx'
import styles from './actions.module.css'
import { ChangeForm, SmallField } from './ChangeForm.tsx'
import { Menu } from './Menu.tsx'

const DURATIONS = [
  { minutes: 60, label: '1 hour' },
  { minutes: 24 * 60, label: '1 day' },
  { minutes: 7 * 24 * 60, label: '1 week' },
]
// the desk's own limits, which it checks again
const MOST_MINUTES = 527_040
const MOST_EVENTS = 10_000
const MOST_USERS = 1_000

export function IgnoreMenu({ environment }: { environment: string | null }) {
  return (
    <Menu title="Ignore" shortcut="i">
      <Form className={styles.change}>
        <input type="hidden" name="change" value="ignore-for" />
        <span>For</span>
        <span className={styles.durations}>
          {DURATIONS.map(({ minutes, label }) => (
            <Button key={minutes} name="minutes" value={minutes}>
              {label}
            </Button>
          ))}
        </span>
      </Form>
      <ChangeForm change="ignore-for" button="Ignore">
        <SmallField name="minutes" label="For minutes" most={MOST_MINUTES} />
      </ChangeForm>
      <ChangeForm change="ignore-until-events" button="Ignore">
        <SmallField name="count" label="Until events" value={100} most={MOST_EVENTS} />
        <SmallField name="period" label="within minutes" most={MOST_MINUTES} isOptional />
      </ChangeForm>
      <ChangeForm change="ignore-until-users" button="Ignore">
        <SmallField name="users" label="Until users" value={10} most={MOST_USERS} />
        <SmallField name="user-period" label="within minutes" most={MOST_MINUTES} isOptional />
      </ChangeForm>
      <ChangeForm change="ignore-environment" button="Ignore">
        <SmallField
          name="environment"
          label="In environment"
          {...(environment === null ? {} : { value: environment })}
        />
      </ChangeForm>
      <ChangeForm change="ignore" button="For ever" />
    </Menu>
  )
}
