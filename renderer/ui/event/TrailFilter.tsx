import { useId } from 'react'
import type { CrumbKind } from './describe-crumb.ts'
import styles from './Trail.module.css'

const NAMES: Record<CrumbKind, string> = {
  navigation: 'Navigation',
  http: 'HTTP',
  ui: 'UI',
  console: 'Console',
  other: 'Other',
}

/** Radio buttons that the style sheet acts upon: it works without a script. */
export function TrailFilter({ kinds }: { kinds: ReadonlySet<CrumbKind> }) {
  const group = useId()
  if (kinds.size < 2) return null
  const choices = (Object.keys(NAMES) as CrumbKind[]).filter((kind) => kinds.has(kind)) // NAMES holds every kind
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Steps to show</legend>
      <Choice group={group} value="all" name="All" isChosen />
      {choices.map((kind) => (
        <Choice key={kind} group={group} value={kind} name={NAMES[kind]} />
      ))}
    </fieldset>
  )
}

function Choice(props: { group: string; value: string; name: string; isChosen?: boolean }) {
  return (
    <label>
      <input
        className={styles.choice}
        type="radio"
        name={props.group}
        value={props.value}
        defaultChecked={props.isChosen}
        autoComplete="off"
      />
      {props.name}
    </label>
  )
}
