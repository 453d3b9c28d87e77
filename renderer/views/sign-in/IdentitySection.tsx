import { Form } from '#renderer/forms/Form.tsx'
import { own as say } from '#renderer/texts/sign-in/provider.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './IdentitySection.module.css'

interface IdentitySectionProps {
  identities: readonly { issuer: string; name: string; createdAt: number }[]
  /** The provider of the settings, to which the account is not linked yet. */
  toLink: { name: string; href: string } | null
  now: number
}

/** The providers that the account is linked to, each with the way back. */
export function IdentitySection({ identities, toLink, now }: IdentitySectionProps) {
  return (
    <Section title={say.title}>
      <div className={styles.body}>
        {identities.map(({ issuer, name, createdAt }) => (
          <div className={styles.identity} key={issuer}>
            <div>
              <div className={styles.name}>{name}</div>
              <div className={styles.issuer}>
                {issuer}, {say.since} <Time time={createdAt} now={now} />
              </div>
            </div>
            <Form>
              <input type="hidden" name="issuer" value={issuer} />
              <Button name="change" value="unlink" aria-label={say.unlinkNamed(name)}>
                {say.unlink}
              </Button>
            </Form>
          </div>
        ))}
        {toLink !== null && (
          <>
            <p>{say.none(toLink.name)}</p>
            <ButtonLink href={toLink.href} rel="external">
              {say.link(toLink.name)}
            </ButtonLink>
          </>
        )}
      </div>
    </Section>
  )
}
