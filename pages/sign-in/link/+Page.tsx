import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { password } from '#renderer/texts/account/accounts.ts'
import { link as say } from '#renderer/texts/sign-in/provider.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { OtherWay } from '#renderer/ui/form/OtherWay.tsx'
import type { loader } from './+loader.ts'

export default function LinkPage() {
  const { email, name, toStart } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <FormPage title={say.title} intro={say.intro(name)}>
      <Form>
        <ActionNotice result={result} />
        <Field
          label={say.as}
          type="email"
          autoComplete="username"
          value={email}
          name="email"
          result={result}
          readOnly
        />
        <Field
          label={password}
          name="password"
          type="password"
          autoComplete="current-password"
          result={result}
          required
          autoFocus
        />
        <Button weight="main">{say.button}</Button>
      </Form>
      <OtherWay>
        <a href={toStart}>{say.other}</a>
      </OtherWay>
    </FormPage>
  )
}
