import { useEffect, useState } from 'react'
import { made as say } from '#renderer/texts/account/tokens.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import styles from './Token.module.css'

/** A token that was just made. It is gone when the page is left: a browser may show the whole page again on Back. */
export function NewToken({ name, token }: { name: string; token: string }) {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const hide = () => setGone(true)
    addEventListener('pagehide', hide)
    return () => removeEventListener('pagehide', hide)
  }, [])
  if (isGone) return null
  return (
    <div className={styles.made}>
      <Snippet name={say.title(name)} code={token} />
      <p role="status">{say.once}</p>
    </div>
  )
}
