import * as say from '#renderer/texts/sign-in/provider.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import styles from './ProviderSignIn.module.css'

interface ProviderSignInProps {
  name: string
  href: string
  /** True on an invitation: there is no account yet. */
  isFirstTime?: boolean
}

/** A link, as the policy of the pages lets no form lead to another site; nothing loads it in advance. */
export function ProviderSignIn({ name, href, isFirstTime = false }: ProviderSignInProps) {
  return (
    <p className={styles.provider}>
      <ButtonLink href={href} rel="external">
        {isFirstTime ? say.continueWith(name) : say.signInWith(name)}
      </ButtonLink>
    </p>
  )
}
