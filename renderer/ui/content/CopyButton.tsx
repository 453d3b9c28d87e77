import { useEffect, useState } from 'react'
import * as say from '#renderer/texts/frame/copy.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import styles from './CopyButton.module.css'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 2000

interface CopyButtonProps {
  text: string
  what: string
}

/** Hidden without a script, since the text can be selected by hand. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <button
      type="button"
      className={styles.button}
      data-needs-script
      onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')}
    >
      <Icon shape={outcome === 'copied' ? 'check' : 'copy'} size={13} />
      <span aria-live="polite">
        {outcome === undefined ? say.copy : outcome === 'copied' ? say.copied : say.notCopied}
      </span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}

/** The same in a part that only the server renders: the document's own listener copies (errors/copy.ts). */
export function StaticCopyButton({ text, what }: CopyButtonProps) {
  return (
    <button type="button" className={styles.button} data-needs-script data-copy={text}>
      <Icon shape="copy" size={13} />
      <span aria-live="polite">{say.copy}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}
