import { useId } from 'react'
import { trail as say } from '#renderer/texts/issues/event.ts'
import type { CrumbKind } from './describe-crumb.ts'
import styles from './Trail.module.css'

/** Radio buttons that work through the style sheet, without a script. */
export function TrailFilter({ kinds }: { kinds: ReadonlySet<CrumbKind> }) {
  const group = useId()
  if (kinds.size < 2) return null
  // There is a text for each kind.
  const choices = (Object.keys(say.kinds) as CrumbKind[]).filter((kind) => kinds.has(kind))
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{say.filter}</legend>
      <Choice group={group} value="all" name={say.all} isChosen />
      {choices.map((kind) => (
        <Choice key={kind} group={group} value={kind} name={say.kinds[kind]} />
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
