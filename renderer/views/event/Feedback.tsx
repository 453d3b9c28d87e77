import { clipText } from '#renderer/format/format.ts'
import { sections, somebody } from '#renderer/texts/issues/event.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import styles from './Feedback.module.css'

/** Feedback from the people who were affected by the event. */
export function Feedback({ feedback, now }: { feedback: EventView['feedback']; now: number }) {
  if (feedback.length === 0) return null
  return (
    <Section id="feedback" title={sections.feedback}>
      <ul className={styles.list}>
        {feedback.map(({ feedbackId, message, name, email, timestamp }) => (
          <li key={feedbackId}>
            <div className={styles.message}>
              <LongText name={sections.feedback} text={message} />
            </div>
            <p className={styles.who}>
              <bdi>{clipText([name, email].filter(Boolean).join(', ') || somebody, 160)}</bdi>,{' '}
              <PageTime time={timestamp} now={now} hasAge />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
