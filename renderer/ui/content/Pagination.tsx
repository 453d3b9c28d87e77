import { ButtonLink } from '../form/Button.tsx'
import styles from './Pagination.module.css'

/** Newest and older: the ways that keyset paging knows. Absent when everything is on one page. */
export function Pagination({ newest, older }: { newest: string | undefined; older: string | undefined }) {
  if (newest === undefined && older === undefined) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      {newest !== undefined && <ButtonLink href={newest}>Newest</ButtonLink>}
      {older !== undefined && (
        <ButtonLink href={older} rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  )
}
