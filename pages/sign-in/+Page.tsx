import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/accounts.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'

export default function SignInPage() {
  const result = useActionResult()
  return (
    <FormPage title={say.signIn}>
      <Form>
        <ActionNotice result={result} />
        <Field
          label={say.email}
          name="email"
          type="email"
          autoComplete="username"
          result={result}
          required
          autoFocus
        />
        <Field
          label={say.password}
          name="password"
          type="password"
          autoComplete="current-password"
          result={result}
          required
        />
        <Button weight="main">{say.signIn}</Button>
      </Form>
    </FormPage>
  )
}
