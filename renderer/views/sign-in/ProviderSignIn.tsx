import * as say from '#renderer/texts/sign-in/provider.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import styles from './ProviderSignIn.module.css'

/** A link, as the policy of the pages lets no form lead to another site; nothing loads it in advance. */
export function ProviderSignIn({ name, href }: { name: string; href: string }) {
  return (
    <p className={styles.provider}>
      <ButtonLink href={href} rel="external">
        {say.signInWith(name)}
      </ButtonLink>
    </p>
  )
}
