import { Form } from '../../renderer/navigation/Form.tsx'
import { useActionResult } from '../../renderer/page-data.ts'
import { Button } from '../../renderer/ui/form/Button.tsx'
import { Field } from '../../renderer/ui/form/Field.tsx'
import { FormPage } from '../../renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'

export default function SignInPage() {
  const result = useActionResult()
  return (
    <FormPage title="Sign in">
      <Form>
        <ActionNotice result={result} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          result={result}
          required
          autoFocus
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          result={result}
          required
        />
        <Button weight="main">Sign in</Button>
      </Form>
    </FormPage>
  )
}
