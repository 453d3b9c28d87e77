import { useEffect, useState } from 'react'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import styles from './Token.module.css'

interface NewSecretProps {
  title: string
  secret: string
  /** Says that it is shown once. */
  once: string
}

/**
 * A token or a secret that was just made. It is gone when the page is left: a browser may show the whole page again on Back.
 */
export function NewSecret({ title, secret, once }: NewSecretProps) {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const hide = () => setGone(true)
    addEventListener('pagehide', hide)
    return () => removeEventListener('pagehide', hide)
  }, [])
  if (isGone) return null
  return (
    <div className={styles.made}>
      <Snippet name={title} code={secret} />
      <p role="status">{once}</p>
    </div>
  )
}
