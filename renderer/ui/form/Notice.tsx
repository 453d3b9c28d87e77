import type { ReactNode } from 'react'
import type { ActionResult } from '#renderer/page/action.ts'
import styles from './Notice.module.css'

export function Notice({ tone, children }: { tone: 'refusal' | 'done' | 'warning'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'refusal' ? 'alert' : undefined}>
      {children}
    </div>
  )
}

/** The result of a form. A message about one field is shown at that field instead. */
export function ActionNotice({ result }: { result: ActionResult | undefined }) {
  if (result?.kind === 'refused' && result.field === undefined) {
    return <Notice tone="refusal">{result.message}</Notice>
  }
  if (result?.kind === 'done' && result.message !== undefined) {
    return (
      <Notice tone="done">
        <span role="status">{result.message}</span>
      </Notice>
    )
  }
  return null
}
