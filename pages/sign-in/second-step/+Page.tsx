import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { signIn } from '#renderer/texts/account/accounts.ts'
import { secondStep as say } from '#renderer/texts/account/factors.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { OtherWay } from '#renderer/ui/form/OtherWay.tsx'
import { PasskeySignIn } from '#renderer/views/account/passkeys/PasskeySignIn.tsx'
import type { loader } from './+loader.ts'
import styles from './second-step.module.css'

export default function SecondStepPage() {
  const { email, hasTotp, hasPasskey, toStart } = usePageData<typeof loader>()
  const result = useActionResult()
  const isRecovery = result?.kind === 'refused' && result.field === 'recovery-code'
  return (
    <FormPage title={hasTotp ? say.title : say.titleOfPasskey} intro={say.as(email)}>
      <div className={styles.notice}>
        <ActionNotice result={result} />
      </div>
      {hasTotp && (
        <Form>
          <Field
            label={say.code}
            name="code-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            result={result}
            required
            autoFocus={!isRecovery}
          />
          <Button weight="main" name="with" value="code">
            {signIn}
          </Button>
        </Form>
      )}
      {hasPasskey && <PasskeySignIn button={say.passkey} isMain={!hasTotp} />}
      <details className={styles.recovery} open={isRecovery || undefined}>
        <summary>{say.recovery}</summary>
        <Form>
          <Field
            label={say.recoveryCode}
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            result={result}
            required
          />
          <Button name="with" value="recovery">
            {signIn}
          </Button>
        </Form>
      </details>
      <OtherWay>
        <a href={toStart}>{say.other}</a>
      </OtherWay>
    </FormPage>
  )
}
