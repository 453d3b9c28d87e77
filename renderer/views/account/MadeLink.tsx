import { mailed as say } from '#renderer/texts/account/invitations.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { LinkMailed } from '#server/models/accounts/links.ts'
import styles from './account.module.css'

interface MadeLinkProps {
  title: string
  /** The link's own name, such as "Link". */
  name: string
  link: string
  /** A sentence that ends with when the link expires. */
  once: string
  expiresAt: number
  /** Only for a link that somebody tried to mail. */
  mailed?: LinkMailed | undefined
}

/** A link that lets somebody in, which is shown once: in the answer to the form that made it. */
export function MadeLink({ title, name, link, once, expiresAt, mailed }: MadeLinkProps) {
  return (
    <Section title={title}>
      <div className={styles.link} role="status">
        {mailed?.failure === undefined ? (
          mailed && <p>{say.sent(mailed.to)}</p>
        ) : (
          <Notice tone="warning">{say.notSent(mailed.to, mailed.failure)}</Notice>
        )}
        <Snippet name={name} code={link} />
        <p className={styles.hint}>
          {once}
          <Time time={expiresAt} />.
        </p>
      </div>
    </Section>
  )
}
