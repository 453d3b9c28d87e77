import { type InputHTMLAttributes, useId } from 'react'
import type { ActionResult } from '#renderer/page/action.ts'
import styles from './Field.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  /** The rule for the value, shown before it is broken. */
  hint?: string
  /** The form's result. The field shows the text that was typed, and a message about it. */
  result?: ActionResult | undefined
}

export function Field({ label, name, hint, result, ...attributes }: FieldProps) {
  const id = useId()
  const refusal = result?.kind === 'refused' && result.field === name ? result.message : undefined
  const typed = result?.kind === 'refused' ? result.values[name] : undefined
  const described = [refusal && `${id}-refusal`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        defaultValue={typed}
        {...attributes}
        id={id}
        name={name}
        aria-invalid={refusal === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
      />
      {refusal !== undefined && (
        <p className={styles.refusal} id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
