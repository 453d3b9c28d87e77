import { formatDuration } from '#renderer/format/format-duration.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { test as say } from '#renderer/texts/alerts/channels.ts'
import { tries } from '#renderer/texts/alerts/messages.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { Exchange } from '#renderer/views/alert/message/Exchange.tsx'
import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'

export type TestAnswer = Omit<DeliveryAnswer, 'retryAfterMs'> & { durationMs: number }

/** Sends a test, and says what the receiver answered. */
export function ChannelTest({ answer }: { answer: TestAnswer | undefined }) {
  return (
    <Section title={say.title}>
      <div className={styles.parts}>
        <p>{say.text}</p>
        <Form>
          <Button name="change" value="test">
            {say.button}
          </Button>
        </Form>
        {answer !== undefined && <Answer answer={answer} />}
      </div>
    </Section>
  )
}

function Answer({ answer }: { answer: TestAnswer }) {
  const { state, status, reason, durationMs } = answer
  const took = formatDuration(durationMs)
  return (
    <>
      <p role="status">
        <b>{state === 'delivered' ? say.delivered(took) : say.notDelivered(took)}</b>{' '}
        {status === undefined ? tries.noAnswer : tries.status(status)}
        {reason !== undefined && (
          <span className={styles.detail}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </p>
      <Exchange {...answer} />
    </>
  )
}
