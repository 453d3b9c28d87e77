import { usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/accounts.ts'
import { signInWithPasskey } from '#renderer/texts/account/factors.ts'
import { CredentialsForm } from '#renderer/ui/form/CredentialsForm.tsx'
import { PasskeySignIn } from '#renderer/views/account/PasskeySignIn.tsx'
import type { loader } from './+loader.ts'

export default function SignInPage() {
  const { canHavePasskeys } = usePageData<typeof loader>()
  return (
    <CredentialsForm title={say.signIn} button={say.signIn} password={{ autoComplete: 'current-password' }}>
      {canHavePasskeys && <PasskeySignIn button={signInWithPasskey} />}
    </CredentialsForm>
  )
}
