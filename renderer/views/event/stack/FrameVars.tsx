import { formatCount } from '#renderer/format/format.ts'
import { vars as say, showAll } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { type FrameVar, orderVars } from './order-vars.ts'
import styles from './StackTrace.module.css'

interface FrameVarsProps {
  vars: Record<string, string>
  /** The line that failed, if it is known. */
  line?: string | undefined
  /** The failing frame shows its variables at once. */
  isOpen?: boolean
}

/** As many fit beside the code on one screen. */
const SHOWN_VARS = 12

/** The variables of a frame, as its SDK formatted them. */
export function FrameVars({ vars, line, isOpen = false }: FrameVarsProps) {
  const ordered = orderVars(vars, line)
  if (isOpen) return <OpenVars vars={ordered} />
  return (
    <details className={styles.vars}>
      <summary>
        {say.title} ({formatCount(ordered.length, 'value')})
      </summary>
      <VarList vars={ordered} />
    </details>
  )
}

function OpenVars({ vars }: { vars: readonly FrameVar[] }) {
  // A single value is not worth a click.
  const shown = vars.length > SHOWN_VARS + 1 ? SHOWN_VARS : vars.length
  return (
    <div className={styles.openVars}>
      <p className="visually-hidden">{say.title}</p>
      <VarList vars={vars.slice(0, shown)} />
      {shown < vars.length && (
        <details className={styles.vars}>
          <summary>{showAll(vars.length - shown, say.noun)}</summary>
          <VarList vars={vars.slice(shown)} />
        </details>
      )}
    </div>
  )
}

function VarList({ vars }: { vars: readonly FrameVar[] }) {
  const entries = vars.map(({ name, value, isSuspect }) => ({
    name,
    value: isSuspect ? <b className={styles.suspect}>{value}</b> : value,
    isCode: true,
  }))
  return <KeyValueList shape="values" entries={entries} />
}
