import type { ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { Button } from './Button.tsx'
import styles from './RowQuestion.module.css'

interface RowQuestionProps {
  /** What can be done with the row, such as "Delete". */
  name: string
  /** The same with the row's name, for those who hear it without the row. */
  label?: string
  /** What follows, which is read before it is confirmed. */
  question: string
  confirm: string
  /** What the confirming button sends as `change`. */
  change: string
  /** The hidden fields that name the row. */
  children: ReactNode
}

/** Asks in the last cell of a row before something is done that cannot be undone. */
export function RowQuestion({ name, label, question, confirm, change, children }: RowQuestionProps) {
  return (
    <details className={styles.question}>
      <summary aria-label={label}>{name}</summary>
      <Form>
        <p>{question}</p>
        {children}
        <Button name="change" value={change}>
          {confirm}
        </Button>
      </Form>
    </details>
  )
}
