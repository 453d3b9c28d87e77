import { Form } from '#renderer/forms/Form.tsx'
import { page as say } from '#renderer/texts/uptime/status-pages.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { Deletion } from '#renderer/views/alert/Deletion.tsx'
import type { StatusPageDetail } from '#server/models/uptime/status-pages.ts'
import { PublicAddress } from './StatusPageTable.tsx'
import styles from './status.module.css'

/** Whether the page is on, and what turns it off or deletes it. */
export function StatusPageSide({ page }: { page: StatusPageDetail }) {
  const { title, slug, isEnabled } = page
  return (
    <>
      <Section title={say.state}>
        <div className={styles.parts}>
          <p>
            {isEnabled ? say.isOn : say.isOff} <PublicAddress slug={slug} isEnabled={isEnabled} />
          </p>
          <Form>
            <Button name="change" value={isEnabled ? 'turn-off' : 'turn-on'}>
              {isEnabled ? say.turnOff : say.turnOn}
            </Button>
          </Form>
        </div>
      </Section>
      <Deletion title={say.delete} question={say.question(title)} button={say.deleteButton} />
    </>
  )
}
