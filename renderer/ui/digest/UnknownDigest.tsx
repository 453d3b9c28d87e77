import { unknown as say } from '#renderer/texts/issues/digests.ts'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { DigestForm } from './DigestForm.tsx'
import styles from './UnknownDigest.module.css'

/** The page of a digest that leads to nothing, with the possible reasons and the field again. */
export function UnknownDigest({ digest }: { digest: string }) {
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <DigestForm asked={digest} />
      <ul className={styles.reasons}>
        {say.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  )
}
