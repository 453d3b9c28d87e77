import { type ReactNode, useId } from 'react'
import styles from './ChoiceGroup.module.css'

/** A choice of one among a few visible options. */
export function ChoiceGroup({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={hint === undefined ? undefined : id}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.choices}>{children}</div>
      {hint !== undefined && (
        <p className={styles.hint} id={id}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  value: string
  label: string
  isChosen: boolean
}

export function Choice({ name, value, label, isChosen }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} defaultChecked={isChosen} />
      {label}
    </label>
  )
}
