import { guide as say } from '#renderer/texts/issues/digests.ts'
import styles from './DigestGuide.module.css'

/** Explains the parts of a digest. */
export function DigestGuide() {
  return (
    <div className={styles.guide}>
      <figure className={styles.drawing}>
        <p className={styles.digest}>
          <span className={styles.fault}>K7Q2MX</span>
          <span className={styles.hyphen}>-</span>
          <span className={styles.occurrence}>4T9ZPA</span>
        </p>
        <figcaption className={styles.parts}>
          <span>
            <b>{say.fault}</b> {say.faultSays}
          </span>
          <span>
            <b>{say.occurrence}</b> {say.occurrenceSays}
          </span>
        </figcaption>
      </figure>
      <p>{say.forms}</p>
    </div>
  )
}
