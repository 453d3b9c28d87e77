import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { address as say } from '#renderer/texts/account/own-account.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { OwnFacts } from '#server/models/accounts/own.ts'
import styles from './account.module.css'

interface AddressSectionProps {
  account: Pick<OwnFacts, 'email' | 'role' | 'asked' | 'confirmsByMail'>
  result: ActionResult | undefined
}

/** Changes one's own address. A mail to it or an admin confirms it, unless there is no mail and one is an admin oneself. */
export function AddressSection({ account, result }: AddressSectionProps) {
  const { email, role, asked, confirmsByMail } = account
  const isAtOnce = role === 'admin' || role === 'owner'
  const hint = confirmsByMail ? say.needsMail : isAtOnce ? say.atOnce : say.needsAdmin
  return (
    <Section title={say.title} note={email}>
      {asked !== null && (
        <Form className={styles.note}>
          <span>
            {confirmsByMail ? say.waitsForMail(asked.email) : say.waits(asked.email)}
            <Time time={asked.expiresAt} />.
          </span>
          <Button name="change" value="withdraw">
            {say.withdraw}
          </Button>
        </Form>
      )}
      <Form className={styles.form}>
        <Field
          label={say.label}
          name="email"
          type="email"
          autoComplete="email"
          hint={hint}
          result={result}
          required
        />
        <Field
          label={say.password}
          name="address-password"
          type="password"
          autoComplete="current-password"
          result={result}
          required
        />
        <Button name="change" value="address">
          {say.save}
        </Button>
      </Form>
    </Section>
  )
}
