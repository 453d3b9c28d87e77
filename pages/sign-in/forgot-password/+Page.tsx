import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { signInPath } from '#renderer/paths.ts'
import { email, forgotten as say } from '#renderer/texts/account/accounts.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { OtherWay } from '#renderer/ui/form/OtherWay.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ForgotPasswordPage() {
  const { isOffered } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  if (result?.kind === 'done' && result.value !== undefined)
    return (
      <FormPage title={say.sentTitle} intro={say.sent(result.value.email)}>
        <BackToSignIn />
      </FormPage>
    )
  return (
    <FormPage title={say.title} intro={isOffered ? say.intro : say.noMail}>
      {isOffered ? (
        <AskForLink />
      ) : (
        <OtherWay>
          {say.orPrint} <code>{say.command}</code>
        </OtherWay>
      )}
      <BackToSignIn />
    </FormPage>
  )
}

function BackToSignIn() {
  return (
    <OtherWay>
      <a href={signInPath()}>{say.back}</a>
    </OtherWay>
  )
}

function AskForLink() {
  const result = useActionResult()
  return (
    <Form>
      <ActionNotice result={result} />
      <Field
        label={email}
        name="email"
        type="email"
        autoComplete="username"
        result={result}
        required
        autoFocus
      />
      <Button weight="main">{say.button}</Button>
    </Form>
  )
}
