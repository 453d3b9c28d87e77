import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, useFrame } from '#renderer/page/page-data.ts'
import { homePath, signInPath } from '#renderer/paths.ts'
import { password, passwordRule, signIn } from '#renderer/texts/account/accounts.ts'
import * as say from '#renderer/texts/account/links.ts'
import { addressThere, ownersOnly } from '#renderer/texts/sign-in/provider.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { ProviderSignIn } from '#renderer/views/sign-in/ProviderSignIn.tsx'
import type { OpenedLink } from '#server/models/accounts/links.ts'
import styles from './account.module.css'

interface LinkPageProps {
  link: OpenedLink
  texts: say.LinkTexts
  asksName?: boolean
  /** The OpenID provider that may say who somebody is, in place of a password; `isMain` where only owners have one. */
  provider?: { name: string; href: string; isMain: boolean } | null
}

/** Shows the form of a one-time link, or the reason why the link does not work. */
export function LinkPage({ link, texts, asksName = false, provider = null }: LinkPageProps) {
  const { viewer } = useFrame()
  if (link.state !== 'open') return <ClosedLink {...texts.closed[link.state]} />
  if (viewer !== undefined && viewer.email !== link.email)
    return <OtherAccount email={link.email} signedInAs={viewer.email} />
  return <LinkForm link={link} texts={texts} asksName={asksName} provider={provider} />
}

/** Says why a link does not work. */
export function ClosedLink({ title, text }: { title: string; text: string }) {
  const { viewer } = useFrame()
  return (
    <FormPage title={title} intro={text}>
      <p>
        {viewer === undefined ? (
          <ButtonLink href={signInPath()}>{signIn}</ButtonLink>
        ) : (
          <ButtonLink href={homePath}>{say.otherAccount.stay}</ButtonLink>
        )}
      </p>
    </FormPage>
  )
}

/** Says that the link is for another account than the one that is signed in. */
export function OtherAccount({ email, signedInAs }: { email: string; signedInAs: string }) {
  return (
    <FormPage title={say.otherAccount.title} intro={say.otherAccount.text(signedInAs, email)}>
      <Form>
        <Button weight="main" name="change" value="sign-out">
          {say.otherAccount.signOut}
        </Button>
        <ButtonLink href={homePath}>{say.otherAccount.stay}</ButtonLink>
      </Form>
    </FormPage>
  )
}

interface LinkFormProps {
  link: OpenedLink & { state: 'open' }
  texts: LinkPageProps['texts']
  asksName: boolean
  provider: NonNullable<LinkPageProps['provider']> | null
}

function LinkForm({ link: { email, expiresAt }, texts, asksName, provider }: LinkFormProps) {
  const result = useActionResult()
  return (
    <FormPage title={texts.title} intro={texts.intro(email)}>
      <Form>
        <ActionNotice result={result} />
        {/* Password managers save the password under this address. The server does not read it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {asksName && (
          <Field
            label={say.name}
            name="name"
            autoComplete="name"
            maxLength={80}
            hint={say.nameHint}
            result={result}
            autoFocus
          />
        )}
        <Field
          label={asksName ? password : say.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint={passwordRule}
          result={result}
          required
        />
        <Button weight="main">{texts.button}</Button>
        <p className={styles.hint}>
          {say.worksUntil}
          <Time time={expiresAt} />.
        </p>
      </Form>
      {provider !== null && (
        <>
          <ProviderSignIn name={provider.name} href={provider.href} isFirstTime />
          <p className={styles.hint}>
            {provider.isMain && ownersOnly} {addressThere(provider.name, email)}
          </p>
        </>
      )}
    </FormPage>
  )
}
