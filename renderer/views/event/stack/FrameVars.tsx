import { formatCount } from '#renderer/format/format.ts'
import { vars as title } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import styles from './StackTrace.module.css'

/** The variables of a frame, as its SDK formatted them. */
export function FrameVars({ vars }: { vars: Record<string, string> }) {
  const entries = Object.entries(vars).map(([name, value]) => ({ name, value, isCode: true }))
  return (
    <details className={styles.vars}>
      <summary>
        {title} ({formatCount(entries.length, 'value')})
      </summary>
      <KeyValueList shape="values" entries={entries} />
    </details>
  )
}
