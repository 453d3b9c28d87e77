import type { EventView } from '../../../server/desk-event-view.ts'
import { clipText } from '../../format.ts'
import { sections, somebody } from '../../texts/event.ts'
import { LongText } from '../content/LongText.tsx'
import { Moment } from '../content/Moment.tsx'
import { Section } from '../content/Section.tsx'
import styles from './Feedback.module.css'

/** What people said whom the event happened to. */
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
              <Moment time={timestamp} now={now} hasAge />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
