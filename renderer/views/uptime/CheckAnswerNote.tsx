import { formatDuration } from '#renderer/format/format-duration.ts'
import { now as say } from '#renderer/texts/uptime/checks.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { CheckAnswer } from '#server/models/uptime/checks.ts'
import { TimingList } from './TimingList.tsx'
import styles from './uptime.module.css'

/** What came of asking at once. */
export function CheckAnswerNote({ answer }: { answer: CheckAnswer }) {
  const { isUp, reason, status, timings } = answer
  const took = formatDuration(timings.totalMs)
  return (
    <Section title={say.title} note={say.note}>
      <div className={styles.parts}>
        <p role="status">
          <b>{isUp ? say.up(took) : say.down(took)}</b>{' '}
          {status === undefined ? say.noAnswer : say.status(status)}
          {reason !== undefined && (
            <span className={styles.detail}>
              <bdi>{reason}</bdi>
            </span>
          )}
        </p>
        <p>
          <TimingList timings={timings} />
        </p>
      </div>
    </Section>
  )
}
