import { clipText } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import { sections } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import styles from './Attachments.module.css'
import { attachmentPath } from './event-paths.ts'

interface AttachmentsProps {
  event: { issueId: number; eventId: string }
  attachments: EventView['attachments']
}

/** The files of the event. They can be downloaded but are never displayed, because strangers made them. */
export function Attachments({ event, attachments }: AttachmentsProps) {
  if (attachments.length === 0) return null
  return (
    <Section id="attachments" title={sections.attachments}>
      <ul className={styles.list}>
        {attachments.map(({ id, filename, contentType, sizeBytes }) => (
          <li key={id}>
            <a href={attachmentPath(event, id)} rel="external" download>
              <bdi>{clipText(filename, 160)}</bdi>
            </a>
            {contentType !== null && <bdi className={styles.type}>{clipText(contentType, 80)}</bdi>}
            <span className={styles.size}>{formatBytes(sizeBytes)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
