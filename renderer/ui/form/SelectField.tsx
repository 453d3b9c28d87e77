import { useId } from 'react'
import type { ActionResult } from '#renderer/page/action.ts'
import styles from './Field.module.css'

export interface SelectOption {
  value: string
  name: string
}

/** Options as they are in the document, escaped: hundreds of them take React longer than the rest of a page. */
export interface OptionsHtml {
  html: string
}

interface SelectFieldProps {
  label: string
  name: string
  chosen: string
  options: readonly SelectOption[] | OptionsHtml
  /** The form's result. The field shows a message about it. */
  result?: ActionResult | undefined
}

export function SelectField({ label, name, chosen, options, result }: SelectFieldProps) {
  const id = useId()
  const refusal = result?.kind === 'refused' && result.field === name ? result.message : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        aria-invalid={refusal === undefined ? undefined : true}
        aria-describedby={refusal === undefined ? undefined : `${id}-refusal`}
        {...contentOf(options)}
      />
      {refusal !== undefined && (
        <p className={styles.refusal} id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

function contentOf(options: SelectFieldProps['options']) {
  if ('html' in options) return { dangerouslySetInnerHTML: { __html: options.html } }
  const children = options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.name}
    </option>
  ))
  return { children }
}
