import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import { CopyButton, StaticCopyButton } from './CopyButton.tsx'
import styles from './Snippet.module.css'
import { UnbrokenWords } from './UnbrokenWords.tsx'

interface SnippetProps {
  /** Says what it is, such as a file or a command. */
  name: string
  code: string
  /** Where only the server renders it, and no component answers to a click. */
  isStatic?: boolean
}

/** Code to copy. */
export function Snippet({ name, code, isStatic = false }: SnippetProps) {
  const Copy = isStatic ? StaticCopyButton : CopyButton
  return (
    <figure className={styles.snippet}>
      <figcaption className={styles.head}>
        <span className={styles.name}>
          <UnbrokenWords text={name} />
        </span>
        <Copy text={code} what={name} />
      </figcaption>
      <Scroller name={name} className={styles.code}>
        <pre>
          <code>{code}</code>
        </pre>
      </Scroller>
    </figure>
  )
}
