import type { InputHTMLAttributes, ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/accounts.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { FormPage } from './FormPage.tsx'
import { ActionNotice } from './Notice.tsx'

interface CredentialsFormProps {
  title: string
  intro?: string
  button: string
  /** What has to be said before, above the fields. */
  notice?: ReactNode
  /** Other ways in, below the form. */
  children?: ReactNode
  /** Attributes of the password field: for the current password, or for a new one with its rule. */
  password: Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'minLength'> & { hint?: string }
}

/** A page that asks for an e-mail address and a password. */
export function CredentialsForm({
  title,
  button,
  password,
  notice,
  children,
  ...rest
}: CredentialsFormProps) {
  const result = useActionResult()
  return (
    <FormPage title={title} {...rest}>
      <Form>
        {result === undefined && notice}
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
        <Field label={say.password} name="password" type="password" result={result} required {...password} />
        <Button weight="main">{button}</Button>
      </Form>
      {children}
    </FormPage>
  )
}
