import { useId } from 'react'
import type { ActionResult } from '#renderer/page/action.ts'
import styles from './CheckField.module.css'

interface CheckFieldProps {
  label: string
  name: string
  /** What the browser sends where it is ticked. */
  value?: string
  hint?: string
  /** A fact at the other end of the line. */
  fact?: string | undefined
  isTicked: boolean
  /** The form's result. After a refusal the box is as it was left. */
  result?: ActionResult | undefined
}

/** Something that is on or off, with a sentence about it. */
export function CheckField({ label, name, value = 'on', hint, fact, isTicked, result }: CheckFieldProps) {
  const id = useId()
  const ticked = result?.kind === 'refused' ? result.values[name] === value : isTicked
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        <input
          key={String(ticked)}
          id={id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={ticked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <bdi>{label}</bdi>
      </label>
      {fact !== undefined && <span className={styles.fact}>{fact}</span>}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
