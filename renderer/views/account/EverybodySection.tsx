import { Form } from '#renderer/forms/Form.tsx'
import { everybody as say } from '#renderer/texts/account/factors.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './Factors.module.css'

/** The owner's choice: whether every account must have a factor. */
export function EverybodySection({ isRequired }: { isRequired: boolean }) {
  return (
    <Section title={say.title}>
      <div className={styles.body}>
        <p>{isRequired ? say.isOn : say.isOff}</p>
        <Form>
          <input type="hidden" name="isRequired" value={isRequired ? 'no' : 'yes'} />
          <Button name="change" value="require">
            {isRequired ? say.turnOff : say.turnOn}
          </Button>
        </Form>
      </div>
    </Section>
  )
}
