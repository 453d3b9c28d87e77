import { Form } from '../../../renderer/navigation/Form.tsx'
import { useActionResult } from '../../../renderer/page-data.ts'
import { Button } from '../../../renderer/ui/form/Button.tsx'
import { Field } from '../../../renderer/ui/form/Field.tsx'
import { FormPage } from '../../../renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '../../../renderer/ui/form/Notice.tsx'

export default function SetUpPage() {
  const result = useActionResult()
  return (
    <FormPage title="Set up this desk" intro="Its first account is the owner’s. This link works once.">
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
          autoComplete="new-password"
          hint="At least 12 characters."
          minLength={12}
          result={result}
          required
        />
        <Button weight="main">Create the owner’s account</Button>
      </Form>
    </FormPage>
  )
}
