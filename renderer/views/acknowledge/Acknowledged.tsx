import { Form } from '#renderer/forms/Form.tsx'
import { onIssue as say } from '#renderer/texts/alerts/acknowledging.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './AcknowledgePage.module.css'

interface AcknowledgedProps {
  acknowledged: { who: string; at: number } | null
  now: number
  isReadOnly: boolean
}

/** Who takes care of an issue, or of what fails, on its page. */
export function Acknowledged({ acknowledged, now, isReadOnly }: AcknowledgedProps) {
  if (acknowledged === null) return null
  return (
    <div className={styles.line}>
      <p>
        {say.acknowledged(acknowledged.who)} <Time time={acknowledged.at} now={now} />
      </p>
      {!isReadOnly && (
        <Form>
          <Button name="change" value="take-back">
            {say.takeBack}
          </Button>
        </Form>
      )}
    </div>
  )
}
