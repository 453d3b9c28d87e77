import { Form } from '#renderer/forms/Form.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './alert.module.css'

interface DeletionProps {
  /** What the reader unfolds. */
  title: string
  question: string
  button: string
}

/** Asks before the page's rule or channel is deleted. */
export function Deletion({ title, question, button }: DeletionProps) {
  return (
    <details className={styles.deletion}>
      <summary>{title}</summary>
      <Form>
        <p>{question}</p>
        <Button name="change" value="delete">
          {button}
        </Button>
      </Form>
    </details>
  )
}
