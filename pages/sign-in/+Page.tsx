import * as say from '#renderer/texts/account/accounts.ts'
import { CredentialsForm } from '#renderer/ui/form/CredentialsForm.tsx'

export default function SignInPage() {
  return (
    <CredentialsForm title={say.signIn} button={say.signIn} password={{ autoComplete: 'current-password' }} />
  )
}
