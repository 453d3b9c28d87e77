import { issuesPath, searchHelpPath } from '../../paths.ts'
import { Button, ButtonLink } from '../form/Button.tsx'
import styles from './IssueSearch.module.css'

interface IssueSearchProps {
  query: string
  /** Why it was not searched for. */
  refusal: string | null
  /** What the form keeps of the address. */
  kept: [name: string, value: string][]
  /** Unfolds the filters, or folds them. */
  filters: { name: string; href: string }
}

export function IssueSearch({ query, refusal, kept, filters }: IssueSearchProps) {
  return (
    <search>
      <form className={styles.form} action={issuesPath()}>
        <input
          key={query}
          className={styles.field}
          type="search"
          name="query"
          defaultValue={query}
          aria-label="Search issues"
          aria-invalid={refusal !== null}
          aria-describedby="search-note"
          placeholder="level:error firstSeen:-24h"
          autoCapitalize="none"
          list="search-words"
          spellCheck={false}
        />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>Search</Button>
        <ButtonLink href={filters.href}>{filters.name}</ButtonLink>
        <p className={styles.note} id="search-note" role={refusal === null ? undefined : 'alert'}>
          {refusal ?? <a href={searchHelpPath}>How to search</a>}
        </p>
      </form>
    </search>
  )
}
