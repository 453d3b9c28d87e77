import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { eventPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/first-run.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { LatestEvent } from '#server/models/projects.ts'
import styles from './Arrival.module.css'

interface ArrivalProps {
  latest: LatestEvent | null
  now: number
  /** The viewer may send no test event. */
  isReadOnly?: boolean
}

/** Says whether any data has arrived, and what came last. */
export function Arrival({ latest, now, isReadOnly = false }: ArrivalProps) {
  return (
    <div className={styles.box} data-arrived={latest !== null}>
      <span className={styles.dot} aria-hidden="true" data-dot />
      <div className={styles.words} role="status">
        {latest === null ? (
          <>
            <strong>{say.waiting}</strong>
            <span className={styles.hint}>{say.waitingHint}</span>
          </>
        ) : (
          <>
            <strong>
              {say.arrived} <Time time={latest.receivedAt} now={now} />.
            </strong>
            <span className={styles.hint}>
              <a href={eventPath(latest.issueId, latest.eventId)}>
                <bdi>{clipText(`${latest.type}: ${latest.value}`, 120)}</bdi>
              </a>
            </span>
          </>
        )}
      </div>
      {!isReadOnly && (
        <Form>
          <Button name="change" value="send-test-event">
            {say.sendTest}
          </Button>
        </Form>
      )}
    </div>
  )
}
