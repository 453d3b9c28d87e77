import { unknown as say } from '../../texts/digests.ts'
import { DigestForm } from '../form/DigestForm.tsx'
import { PageHead } from './PageHead.tsx'
import styles from './UnknownDigest.module.css'

/** Stands where a digest leads to nothing, with the reasons that there can be and the field again. */
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
