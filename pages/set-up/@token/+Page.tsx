import * as say from '#renderer/texts/account/accounts.ts'
import { CredentialsForm } from '#renderer/ui/form/CredentialsForm.tsx'

export default function SetUpPage() {
  return (
    <CredentialsForm
      title={say.setUpTitle}
      intro={say.setUpIntro}
      button={say.createOwner}
      password={{ autoComplete: 'new-password', minLength: 12, hint: say.passwordRule }}
    />
  )
}
