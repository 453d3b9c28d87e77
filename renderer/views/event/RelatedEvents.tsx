import { clipText } from '#renderer/format/format.ts'
import { eventPath } from '#renderer/paths.ts'
import { echo, sections } from '#renderer/texts/issues/event.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { LevelDot } from '#renderer/views/issue/list/LevelDot.tsx'
import type { RelatedEvent } from '#server/models/events.ts'
import styles from './RelatedEvents.module.css'

/**
 * Other events of the same failure: the server's error for a digest that the browser reported, or the
 * reverse.
 */
export function RelatedEvents({
  sides,
  isEcho,
  now,
}: {
  sides: readonly RelatedEvent[]
  isEcho: boolean
  now: number
}) {
  if (sides.length === 0 && !isEcho) return null
  return (
    <Section title={sections.otherSides}>
      {isEcho && (
        <p className={styles.echo}>
          {sides.some(({ side }) => side === 'server') ? echo.withCause : echo.alone}
        </p>
      )}
      {sides.length > 0 && (
        <ol className={styles.list}>
          {sides.map((side) => (
            <li key={`${side.projectSlug} ${side.eventId}`} className={styles.side}>
              <LevelDot level={side.level} />
              <span className={styles.where}>{side.side}</span>
              <a className={styles.link} href={eventPath(side.issueId, side.eventId)}>
                <bdi>{clipText(side.type, 100)}</bdi>
              </a>
              <bdi className={styles.value}>{clipText(side.value, 200)}</bdi>
              <span className={styles.seen}>
                <code>{side.projectSlug}</code> <PageTime time={side.timestamp} now={now} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
