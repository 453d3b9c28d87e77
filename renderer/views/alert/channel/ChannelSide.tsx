import { Form } from '#renderer/forms/Form.tsx'
import { page as say } from '#renderer/texts/alerts/channels.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { Deletion } from '#renderer/views/alert/Deletion.tsx'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import type { ListedChannel } from '#server/models/alerts/deliveries.ts'
import { ChannelState } from './ChannelTable.tsx'

/** The channel's state, and what turns it off or deletes it. */
export function ChannelSide({ channel, now }: { channel: ListedChannel; now: number }) {
  const { id, name, isEnabled, waiting } = channel
  return (
    <>
      <Section title={say.stateTitle}>
        <div className={styles.parts}>
          <p>
            <ChannelState channel={channel} now={now} />
          </p>
          <p>
            {say.waiting(waiting)} <a href={messagesPath({ channel: String(id) })}>{say.showWaiting}</a>
          </p>
          <Form>
            <Button name="change" value={isEnabled ? 'turn-off' : 'turn-on'}>
              {isEnabled ? say.turnOff : say.turnOn}
            </Button>
          </Form>
        </div>
      </Section>
      <Deletion title={say.delete} question={say.question(name, waiting)} button={say.deleteButton} />
    </>
  )
}
