import type { ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { undo as say } from '#renderer/texts/frame/notice.ts'
import styles from './Notice.module.css'

export function Notice({ tone, children }: { tone: 'refusal' | 'done' | 'warning'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'refusal' ? 'alert' : undefined}>
      {children}
    </div>
  )
}

/**
 * The result of a form. A message about one field is shown at that field instead. What was done is said in the page's
 * one place for it, which is there from the beginning so that screen readers notice the message.
 */
export function ActionNotice({ result }: { result: ActionResult | undefined }) {
  if (result?.kind === 'refused' && result.field === undefined)
    return <Notice tone="refusal">{result.message}</Notice>
  const { message, undo } = result?.kind === 'done' ? result : {}
  return (
    <div role="status" className={styles.place}>
      {message !== undefined && (
        // With a new key its time begins again, after which the style sheet hides it.
        <div key={message + undo} className={styles.done}>
          <span>{message}</span>
          {undo && (
            <Form>
              <button type="submit" name="change" value={undo} data-key="z">
                {say}
              </button>
            </Form>
          )}
        </div>
      )}
    </div>
  )
}
