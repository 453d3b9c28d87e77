import styles from './DigestGuide.module.css'

/** What a digest is made of. */
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
            <b>The fault.</b> The same error gives the same half, so it finds the issue.
          </span>
          <span>
            <b>The occurrence.</b> With both halves you find the one event.
          </span>
        </figcaption>
      </figure>
      <p>
        Half a digest, small letters, or O for 0 will do. Codes from elsewhere are found as well: the numbers
        of Next.js, and event ids as SDKs print them.
      </p>
    </div>
  )
}
