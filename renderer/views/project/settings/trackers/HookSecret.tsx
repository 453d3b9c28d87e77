import { useEffect, useState } from 'react'
import { secret as say } from '#renderer/texts/settings/trackers.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'

export interface MadeSecret {
  /** The tracker's. */
  name: string
  secret: string
}

/** A secret that was just made. It is gone when the page is left: a browser may show the whole page again on Back. */
export function HookSecret({ name, secret }: MadeSecret) {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const hide = () => setGone(true)
    addEventListener('pagehide', hide)
    return () => removeEventListener('pagehide', hide)
  }, [])
  if (isGone) return null
  return (
    <div className={styles.made}>
      <Snippet name={say.name(name)} code={secret} />
      <p role="status">{say.once}</p>
    </div>
  )
}
