import * as say from '#renderer/texts/issues/issue-list.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import styles from './Pagination.module.css'

interface PaginationProps {
  newest: string | undefined
  older: string | undefined
  /** The link texts for an order that is not by time. */
  labels?: [string, string]
}

/**
 * The links to the previous and the next page, which is all that keyset pagination can offer. Absent when
 * everything fits on one page.
 */
export function Pagination({ newest, older, labels: [back, on] = [say.newest, say.older] }: PaginationProps) {
  if (newest === undefined && older === undefined) return null
  return (
    <nav className={styles.pages} aria-label={say.pages}>
      {newest !== undefined && <ButtonLink href={newest}>{back}</ButtonLink>}
      {older !== undefined && (
        <ButtonLink href={older} rel="next">
          {on}
        </ButtonLink>
      )}
    </nav>
  )
}
