import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './Snippet.module.css'

/** Code to copy. `name` says what it is, such as a file or a command. */
export function Snippet({ name, code }: { name: string; code: string }) {
  return (
    <figure className={styles.snippet}>
      <figcaption className={styles.head}>
        <span className={styles.name}>{name}</span>
        <CopyButton text={code} what={name} />
      </figcaption>
      <Scroller name={name} className={styles.code}>
        <pre>
          <code>{code}</code>
        </pre>
      </Scroller>
    </figure>
  )
}
