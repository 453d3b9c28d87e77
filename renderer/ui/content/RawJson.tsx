import { CopyButton } from './CopyButton.tsx'
import styles from './RawJson.module.css'
import { Scroller } from './Scroller.tsx'

/** Everything, as it is stored. Closed until asked for. */
export function RawJson({ title, value }: { title: string; value: unknown }) {
  const json = JSON.stringify(value, null, 2)
  return (
    <details className={styles.raw}>
      <summary>{title}</summary>
      <div className={styles.copy}>
        <CopyButton text={json} what={title} />
      </div>
      <Scroller name={title} className={styles.json}>
        <pre>{json}</pre>
      </Scroller>
    </details>
  )
}
