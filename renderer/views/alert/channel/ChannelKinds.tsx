import { add as say } from '#renderer/texts/alerts/channels.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { newChannelPath } from '#renderer/views/alert/paths.ts'
import type { ChannelKindOffered } from '#server/models/alerts/deliveries.ts'

/** Where a new channel can send to, each with a link to its form, or why it cannot be used. */
export function ChannelKinds({ kinds }: { kinds: readonly Omit<ChannelKindOffered, 'fields'>[] }) {
  return (
    <Section title={say.title} note={say.note} id="add">
      <ul className={styles.kinds}>
        {kinds.map(({ kind, label, missing }) => (
          <li key={kind}>
            {missing === undefined ? <a href={newChannelPath(kind)}>{label}</a> : <b>{label}</b>}
            {missing !== undefined && <span className={styles.detail}>{missing}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
