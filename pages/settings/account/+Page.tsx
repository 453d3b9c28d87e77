import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { passwordRule } from '#renderer/texts/account/accounts.ts'
import * as say from '#renderer/texts/account/own-account.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { AddressSection } from '#renderer/views/account/AddressSection.tsx'
import styles from '#renderer/views/account/account.module.css'
import { SessionSection } from '#renderer/views/account/SessionSection.tsx'
import { IdentitySection } from '#renderer/views/sign-in/IdentitySection.tsx'
import type { loader } from './+loader.ts'

export default function OwnAccountPage() {
  const { account, identities, toLink, now } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      <Section title={say.name.title}>
        <Form className={styles.form}>
          <Field
            label={say.name.label}
            name="name"
            autoComplete="name"
            maxLength={80}
            hint={say.name.hint}
            result={result}
            defaultValue={account.name}
          />
          <Button name="change" value="name">
            {say.name.save}
          </Button>
        </Form>
      </Section>
      <AddressSection account={account} result={result} />
      <Section title={say.password.title} note={say.password.note}>
        <Form className={styles.form}>
          <Field
            label={say.password.present}
            name="present-password"
            type="password"
            autoComplete="current-password"
            result={result}
            required
          />
          <Field
            label={say.password.next}
            name="new-password"
            type="password"
            autoComplete="new-password"
            minLength={12}
            hint={passwordRule}
            result={result}
            required
          />
          <Button name="change" value="password">
            {say.password.save}
          </Button>
        </Form>
      </Section>
      {(identities.length > 0 || toLink !== null) && (
        <IdentitySection identities={identities} toLink={toLink} now={now} />
      )}
      <SessionSection sessions={account.sessions} now={now} />
    </div>
  )
}
