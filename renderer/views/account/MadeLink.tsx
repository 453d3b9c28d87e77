import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './account.module.css'

interface MadeLinkProps {
  title: string
  /** The link's own name, such as "Link". */
  name: string
  link: string
  /** A sentence that ends with when the link expires. */
  once: string
  expiresAt: number
}

/** A link that lets somebody in, which is shown once: in the answer to the form that made it. */
export function MadeLink({ title, name, link, once, expiresAt }: MadeLinkProps) {
  return (
    <Section title={title}>
      <div className={styles.link} role="status">
        <Snippet name={name} code={link} />
        <p className={styles.hint}>
          {once}
          <Time time={expiresAt} />.
        </p>
      </div>
    </Section>
  )
}
