import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/alerts/rules.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { Deletion } from '#renderer/views/alert/Deletion.tsx'
import type { Rule } from '#server/models/alerts/rules.ts'

interface RuleSideProps {
  rule: Pick<Rule, 'name' | 'isEnabled' | 'mutedUntil'>
  now: number
  isReadOnly: boolean
}

/** Turns the rule off, pauses it, or deletes it. */
export function RuleSide({ rule, now, isReadOnly }: RuleSideProps) {
  const { name, isEnabled } = rule
  return (
    <>
      <Section title={say.page.stateTitle}>
        <div className={styles.parts}>
          <p>{isEnabled ? say.page.isOn : say.page.isOff}</p>
          {!isReadOnly && (
            <Form>
              <Button name="change" value={isEnabled ? 'turn-off' : 'turn-on'}>
                {isEnabled ? say.turnOff : say.turnOn}
              </Button>
            </Form>
          )}
        </div>
      </Section>
      <Mute mutedUntil={rule.mutedUntil} now={now} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <Deletion title={say.page.delete} question={say.page.question(name)} button={say.page.deleteButton} />
      )}
    </>
  )
}

function Mute({ mutedUntil, now, isReadOnly }: { mutedUntil: number | null } & Omit<RuleSideProps, 'rule'>) {
  const isMuted = mutedUntil !== null && mutedUntil > now
  if (isReadOnly && !isMuted) return null
  return (
    <Section title={say.page.muteTitle}>
      <div className={styles.parts}>
        {isMuted && (
          <p>
            {say.page.mutedUntil} <Time time={mutedUntil} />
          </p>
        )}
        {!isReadOnly && (
          <Form className={styles.ways}>
            {isMuted ? (
              <Button name="change" value="unmute">
                {say.page.endMute}
              </Button>
            ) : (
              <>
                <select name="for" aria-label={say.page.muteFor} defaultValue="hour">
                  {Object.entries(say.page.muteTimes).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
                <Button name="change" value="mute">
                  {say.page.mute}
                </Button>
              </>
            )}
          </Form>
        )}
      </div>
    </Section>
  )
}
