import { usePageData } from '#renderer/page/page-data.ts'
import { forgotPasswordPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/accounts.ts'
import { signInWithPasskey } from '#renderer/texts/account/factors.ts'
import { ownersOnly } from '#renderer/texts/sign-in/provider.ts'
import { CredentialsForm } from '#renderer/ui/form/CredentialsForm.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { OtherWay } from '#renderer/ui/form/OtherWay.tsx'
import { PasskeySignIn } from '#renderer/views/account/passkeys/PasskeySignIn.tsx'
import { ProviderSignIn } from '#renderer/views/sign-in/ProviderSignIn.tsx'
import type { loader } from './+loader.ts'

export default function SignInPage() {
  const { canHavePasskeys, provider, problem } = usePageData<typeof loader>()
  return (
    <CredentialsForm
      title={say.signIn}
      {...(provider?.isMain && { intro: ownersOnly })}
      button={say.signIn}
      password={{ autoComplete: 'current-password' }}
      notice={problem && <Notice tone="refusal">{problem}</Notice>}
    >
      <OtherWay>
        <a href={forgotPasswordPath}>{say.forgotten.title}</a>
      </OtherWay>
      {provider && <ProviderSignIn name={provider.name} href={provider.href} />}
      {canHavePasskeys && <PasskeySignIn button={signInWithPasskey} />}
    </CredentialsForm>
  )
}
