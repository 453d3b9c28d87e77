import { DigestForm } from '../form/DigestForm.tsx'
import { PageHead } from './PageHead.tsx'
import styles from './UnknownDigest.module.css'

/** Stands where a digest leads to nothing, with the reasons that there can be and the field again. */
export function UnknownDigest({ digest }: { digest: string }) {
  return (
    <>
      <PageHead title="Nothing is known by this digest" intro="No event on this desk carries it." />
      <DigestForm asked={digest} />
      <ul className={styles.reasons}>
        <li>It may be mistyped, or belong to another desk.</li>
        <li>Its event may still be on its way, or older than what is kept.</li>
        <li>The application may show digests that it does not report.</li>
      </ul>
    </>
  )
}
