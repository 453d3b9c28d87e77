import { type ReactNode, useId } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './actions.module.css'

interface ChangeFormProps {
  /** What the form's action is told. */
  change: string
  button: string
  children?: ReactNode
}

/** One change of the issue, with the field or two that it needs. */
export function ChangeForm({ change, button, children }: ChangeFormProps) {
  return (
    <Form className={styles.change}>
      {children}
      <Button name="change" value={change}>
        {button}
      </Button>
    </Form>
  )
}

interface SmallFieldProps {
  name: string
  label: string
  value?: string | number
  /** A whole number up to this. */
  most?: number
  /** Left out, the field must be filled. */
  isOptional?: boolean
}

/** A field in a line of words; what is wrong with it stands below the page's head. */
export function SmallField({ name, label, value, most, isOptional = false }: SmallFieldProps) {
  const id = useId()
  const result = useActionResult()
  const isWrong = result?.kind === 'refused' && result.field === name
  const number = most === undefined ? {} : { type: 'number', min: 1, max: most }
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={isWrong ? result.values[name] : value}
        required={!isOptional}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        {...number}
      />
    </span>
  )
}
