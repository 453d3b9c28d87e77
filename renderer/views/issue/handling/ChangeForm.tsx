import { type ReactNode, useId } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult } from '#renderer/page/page-data.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './actions.module.css'

interface ChangeFormProps {
  /** The value of the form's field `change`. */
  change: string
  button: string
  children?: ReactNode
}

/** A form for one change of the issue, with the one or two fields that it needs. */
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
  /** The field takes a whole number up to this. */
  most?: number
  /** Without this the field is required. */
  isOptional?: boolean
}

/** A field within a sentence. A message about it stands below the page's heading. */
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
