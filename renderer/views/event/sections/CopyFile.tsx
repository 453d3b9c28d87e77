import { type MouseEvent, useEffect, useState } from 'react'
import { files } from '#renderer/texts/issues/event.ts'
import { copyText } from '#renderer/ui/content/copy-text.ts'
import styles from './CopyFile.module.css'

const SHOWN_MS = 2000

/**
 * A link to a text, which a click copies instead. Without a script, or with a modifier, it works like any
 * link. The page does not contain the text, which would double its size.
 */
export function CopyFile({ href, children, what }: { href: string; children: string; what?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  async function copy(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOutcome((await copyFile(href)) ? 'copied' : 'failed')
  }
  return (
    <a className={styles.link} href={href} rel="external" onClick={copy}>
      <span aria-live="polite">
        {outcome === undefined ? children : outcome === 'copied' ? files.copied : files.failed}
      </span>
      {what !== undefined && <span className="visually-hidden"> {what}</span>}
    </a>
  )
}

async function copyFile(href: string): Promise<boolean> {
  try {
    const answer = await fetch(href)
    // A visitor who was signed out meanwhile is redirected to another page.
    return answer.ok && !answer.redirected && (await copyText(await answer.text()))
  } catch {
    return false
  }
}
