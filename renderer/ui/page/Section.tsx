import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  /** A few words beside the title. */
  note?: ReactNode
  /** Content at the other end of the title's line. */
  aside?: ReactNode
  id?: string
  children: ReactNode
}

/** A card: one part of a page, with its heading. */
export function Section({ title, note, aside, id, children }: SectionProps) {
  const heading = useId()
  return (
    <section className={styles.card} id={id} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
