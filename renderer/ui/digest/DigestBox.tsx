import { digest as digestName } from '#renderer/texts/frame/copy.ts'
import { CopyButton } from '#renderer/ui/content/CopyButton.tsx'
import styles from './DigestBox.module.css'

/** Shows a digest. Ours have two halves, `K7Q2MX-4T9ZPA`, with a pale hyphen. Others are shown unchanged. */
export function DigestBox({ digest, note }: { digest: string; note: string }) {
  const halves = /^([0-9A-Z]{6})-([0-9A-Z]{6})$/.exec(digest)
  return (
    <div className={styles.box}>
      <p className={styles.line}>
        <bdi className={styles.digest}>
          {halves === null ? (
            digest
          ) : (
            <>
              {halves[1]}
              <span className={styles.hyphen}>-</span>
              {halves[2]}
            </>
          )}
        </bdi>
        <CopyButton text={digest} what={digestName} />
      </p>
      <p className={styles.note}>{note}</p>
    </div>
  )
}
