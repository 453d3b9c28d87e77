import { maps } from '#renderer/texts/issues/source-maps.ts'
import type { StackForms } from './frames-as-sent.ts'
import styles from './StackSwitch.module.css'

/** Links to the stack with the names of its sources, and as it was sent. */
export function StackSwitch({ shown, ...addresses }: StackForms) {
  return (
    <nav className={styles.switch} aria-label={maps.forms}>
      {(['mapped', 'sent'] as const).map((form) => (
        <a key={form} href={addresses[form]} aria-current={form === shown || undefined}>
          {maps[form]}
        </a>
      ))}
    </nav>
  )
}
