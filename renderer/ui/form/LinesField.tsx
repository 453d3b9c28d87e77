import { useId } from 'react'
import type { ActionResult } from '#renderer/page/action.ts'
import styles from './Field.module.css'

interface LinesFieldProps {
  label: string
  name: string
  hint: string
  /** The lines that are saved. */
  lines: readonly string[]
  rows?: number
  required?: boolean
  /** The form's result. The field shows what was typed, and a message about it. */
  result?: ActionResult | undefined
}

/** A list of texts, one in each line. */
export function LinesField({ label, name, hint, lines, rows = 3, required, result }: LinesFieldProps) {
  const id = useId()
  const refusal = result?.kind === 'refused' && result.field === name ? result.message : undefined
  const typed = result?.kind === 'refused' ? result.values[name] : undefined
  const text = typed ?? lines.join('\n')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        key={text}
        id={id}
        name={name}
        rows={Math.min(12, Math.max(rows, text.split('\n').length))}
        defaultValue={text}
        required={required}
        spellCheck={false}
        aria-invalid={refusal === undefined ? undefined : true}
        aria-describedby={refusal === undefined ? `${id}-hint` : `${id}-refusal ${id}-hint`}
      />
      {refusal !== undefined && (
        <p className={styles.refusal} id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
