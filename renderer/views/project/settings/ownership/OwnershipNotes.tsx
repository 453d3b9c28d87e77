import { ownership as say } from '#renderer/texts/settings/ownership.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { OwnershipNote } from '#server/models/settings/ownership.ts'

const MOST_SHOWN = 50

/** Lines that do nothing, because their owners are gone or were never here. */
export function OwnershipNotes({ notes }: { notes: readonly OwnershipNote[] }) {
  if (notes.length === 0) return null
  return (
    <Section title={say.notesTitle}>
      <ul className={styles.list}>
        {notes.slice(0, MOST_SHOWN).map(({ text, line, message }) => (
          <li key={`${text} ${line} ${message}`}>
            <span>{say.note(text, line, message)}</span>
          </li>
        ))}
      </ul>
      {notes.length > MOST_SHOWN && <p className={styles.text}>{say.more(notes.length - MOST_SHOWN)}</p>}
    </Section>
  )
}
